"""A browser without popovers and mixed colours, as Chromium 109: what this one knows of them is taken from it."""

from __future__ import annotations

from playwright.sync_api import Page, Route

FORGETS = """() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) delete HTMLElement.prototype[name];
}"""


def make_older(page: Page) -> None:
    """Let the page know neither popovers, `color-mix` nor the media feature `scripting` from its next address on: every
    name of them that it is sent is one that no browser knows."""

    def rename(route: Route) -> None:
        if "text/event-stream" in route.request.headers.get("accept", ""):
            return route.fallback()
        answer = route.fetch()
        kind = answer.headers.get("content-type", "")
        if not kind.startswith(("text/html", "text/css", "text/javascript")):
            return route.fulfill(response=answer)
        text = (
            answer.text().replace("popover", "xpopover").replace("scripting", "xscripting").replace("color-mix", "xmix")
        )
        return route.fulfill(response=answer, body=text.replace("data-xpopover", "data-popover"))

    page.add_init_script(f"({FORGETS})()")
    page.route("**/*", rename)
