# A ready image for PCs and for a Raspberry Pi, from the project's folder:
#     docker buildx bake --file hosting/docker-bake.hcl
# writes referee.tar, an OCI archive, for podman load or Docker 25 or newer. For a registry of yours:
#     docker buildx bake --file hosting/docker-bake.hcl --push --set "referee.tags=registry.example.org/referee" --set "referee.output="

group "default" {
  targets = ["referee"]
}

target "referee" {
  context    = "."
  dockerfile = "hosting/Dockerfile"
  platforms  = ["linux/amd64", "linux/arm64"]
  tags       = ["referee"]
  output     = ["type=oci,dest=referee.tar"]
}
