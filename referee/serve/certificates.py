"""A house's own certificate authority: phones that trust it get https at home, and it can vouch for nothing else.

Its name constraints (RFC 5280, 4.2.1.10) keep it to private addresses and names that exist in home networks only.
"""

from __future__ import annotations

import datetime
import ipaddress
import os
from collections.abc import Iterable
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from referee.serve.clock import WRITTEN

NAMES = ("localhost", "local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
NETWORKS = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16", "127.0.0.0/8"),
    *("fc00::/7", "fe80::/10", "::1/128"),
)
AUTHORITY_DAYS = 3650
LEAF_DAYS = 365
"""The days from now on for which the server's certificate is good: browsers trust none for longer than 397 days from
its beginning on."""
BEFORE_AUTHORITY, BEFORE_LEAF = datetime.timedelta(days=730), datetime.timedelta(days=30)
"""The time before they are made at which they begin: clocks differ, and the server's own may be wrong."""
RENEWED_DAYS = 30
"""The days before its end on which a certificate is made anew."""
Key = ec.EllipticCurvePrivateKey


class Certificates:
    """The authority and the server's certificate, in a folder that only its owner reads; made when there are none."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.authority = folder / "authority.crt"
        """The certificate that phones load (PEM)."""
        self.server = folder / "server.pem"
        """The server's key and certificates."""
        self.replaced = ""
        """Why the authority was made anew, as what is said of the old one; empty if it was not."""
        if self.authority.exists() and (folder / "authority.key").exists():
            self.replaced = self._fault()
            if not self.replaced:
                return
        self._make_authority()

    def renew(self, hosts: Iterable[str]) -> bool:
        """Make the server's certificate for these names and addresses, unless there is a good one; return whether it
        was made. Names and addresses that are no home's are left out."""
        wanted = {host for host in (*hosts, "localhost", "127.0.0.1") if at_home(host)}
        if self._serves(wanted):
            return False
        key = ec.generate_private_key(ec.SECP256R1())
        names = [general_name(host) for host in sorted(wanted)]
        authority = self._authority()
        made = (
            unsigned(name_of("The referee at the table"), authority.subject, key, BEFORE_LEAF, LEAF_DAYS)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.public_key()),  # type: ignore[arg-type]
                critical=False,
            )
            .sign(self._authority_key(), hashes.SHA256())
        )
        write(self.server, pem(key) + made.public_bytes(serialization.Encoding.PEM) + self.authority.read_bytes())
        return True

    def _make_authority(self) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        name = name_of("The referee at the table: this house")
        networks = [x509.IPAddress(ipaddress.ip_network(one)) for one in NETWORKS]
        made = (
            unsigned(name, name, key, BEFORE_AUTHORITY, AUTHORITY_DAYS)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(
                x509.NameConstraints([*map(x509.DNSName, NAMES), *networks], excluded_subtrees=None), critical=True
            )
            .add_extension(x509.KeyUsage(False, False, False, False, False, True, True, False, False), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .sign(key, hashes.SHA256())
        )
        write(self.folder / "authority.key", pem(key))
        write(self.authority, made.public_bytes(serialization.Encoding.PEM))

    def _serves(self, wanted: set[str]) -> bool:
        """Whether the server's certificate is there with its key, for these names and addresses, and lasts."""
        try:
            data = self.server.read_bytes()
            old = x509.load_pem_x509_certificate(data)
            serialization.load_pem_private_key(data, None)
            return wanted <= names_in(old) and lasts(old) and vouches(self._authority(), old)
        except (OSError, ValueError, TypeError, x509.ExtensionNotFound):  # there is none, or no whole one
            return False

    def _fault(self) -> str:
        """Return what is wrong with the authority, empty if nothing is."""
        try:
            old = self._authority()
            self._authority_key()
        except (ValueError, TypeError, UnsupportedAlgorithm):
            return "could not be read"
        if lasts(old):
            return ""
        begins, ends = old.not_valid_before_utc, old.not_valid_after_utc
        return f"was valid from {begins:%Y-%m-%d} to {ends:%Y-%m-%d}, which is not now"

    def _authority(self) -> x509.Certificate:
        return x509.load_pem_x509_certificate(self.authority.read_bytes())

    def _authority_key(self) -> Key:
        key = serialization.load_pem_private_key((self.folder / "authority.key").read_bytes(), None)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise TypeError(f"a key of another kind than is made here: {type(key).__name__}")
        return key


def now() -> datetime.datetime:
    """Return this moment; where the clock is behind the day on which this was written, that day."""
    return max(WRITTEN, datetime.datetime.now(datetime.UTC))


def lasts(certificate: x509.Certificate) -> bool:
    """Whether a certificate has begun, and does not end soon."""
    ends = certificate.not_valid_after_utc - datetime.timedelta(days=RENEWED_DAYS)
    return certificate.not_valid_before_utc <= now() < ends


def vouches(authority: x509.Certificate, certificate: x509.Certificate) -> bool:
    """Whether the authority signed the certificate."""
    try:
        certificate.verify_directly_issued_by(authority)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True


def at_home(host: str) -> bool:
    """Whether the authority may vouch for this name or address."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return any(host == name or host.endswith(f".{name}") for name in NAMES)
    return any(address in ipaddress.ip_network(one) for one in NETWORKS)


def general_name(host: str) -> x509.GeneralName:
    """Return a name or an address as certificates tell it."""
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def names_in(certificate: x509.Certificate) -> set[str]:
    """Return the names and addresses that a certificate is for."""
    found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {*found.get_values_for_type(x509.DNSName), *map(str, found.get_values_for_type(x509.IPAddress))}


def name_of(text: str) -> x509.Name:
    """Return a certificate's name."""
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def unsigned(
    subject: x509.Name, issuer: x509.Name, key: Key, before: datetime.timedelta, days: int
) -> x509.CertificateBuilder:
    """Return a certificate without extensions and signature yet, good from `before` now on, and for `days` from now."""
    this = now()
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(this - before)
        .not_valid_after(this + datetime.timedelta(days=days))
    )


def pem(key: Key) -> bytes:
    """Return a key as text."""
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def write(file: Path, data: bytes) -> None:
    """Put `data` in place of a file, for its owner's eyes only."""
    fresh = file.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(data)
    fresh.replace(file)
