"""Passkeys in a real browser, whose developer tools stand in for a device that verifies its user; codes of an app."""

import re

import pyotp
import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.processes import Site

pytestmark = pytest.mark.browser
PASSWORD = "the long password of {}"
NO_OFFERS = (
    "PublicKeyCredential.isConditionalMediationAvailable = async () => false"  # with the name, as older browsers
)


class Device:
    """A virtual authenticator that lies in a page's browser."""

    def __init__(self, page: Page, verifies: bool = True) -> None:
        self.tools: CDPSession = page.context.new_cdp_session(page)
        self.tools.send("WebAuthn.enable")
        options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
        options |= {"isUserVerified": verifies, "automaticPresenceSimulation": True}
        self.id = self.tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def credentials(self) -> list[dict[str, object]]:
        """The passkeys that it keeps."""
        return self.tools.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]

    def verify(self, verifies: bool) -> None:
        """Let the user be recognised from now on, or not."""
        sent = {"authenticatorId": self.id, "isUserVerified": verifies}
        self.tools.send("WebAuthn.setUserVerified", sent)


@pytest.fixture
def named(site: Site) -> str:
    """The site's address with a name: at a bare IP address, browsers have no passkeys."""
    return site.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def ida(new_page, named) -> Page:
    """The account page of somebody who has signed up."""
    page = new_page()
    page.goto(f"{named}/signup")
    form = page.locator("form[action='/signup']")
    form.locator("[name=name]").fill("Ida")
    form.locator("[name=password]").fill(PASSWORD.format("Ida"))
    form.locator("[type=submit]").click()
    page.wait_for_url("**/")
    page.goto(f"{named}/account")
    return page


def ask_to_add(page: Page) -> None:
    """Give the password, and come to the page that creates a passkey."""
    form = page.locator("form[action='/account/passkeys/new']")
    form.locator("[name=name]").fill("my phone")
    form.locator("[name=password]").fill(PASSWORD.format("Ida"))
    form.get_by_role("button").click()


def add(page: Page) -> None:
    ask_to_add(page)
    page.get_by_role("button", name="Create the passkey").click()
    expect(page.get_by_text("The passkey has been added.")).to_be_visible()


def sign_out(page: Page, named: str) -> None:
    page.goto(f"{named}/account")
    page.get_by_role("button", name="Sign out of this browser").click()
    expect(page.get_by_text("You are signed out.")).to_be_visible()


def test_a_passkey_is_added_signs_in_and_is_removed(ida, named):
    device = Device(ida)
    add(ida)
    (kept,) = device.credentials()
    assert (kept["isResidentCredential"], kept["rpId"]) == (True, "localhost")
    assert "Ida" not in str(kept["userHandle"])
    ida.add_init_script(NO_OFFERS)  # else the device would answer before the button is pressed
    sign_out(ida, named)
    ida.goto(f"{named}/login?next=/rules")
    ida.get_by_role("button", name="Sign in with a passkey").click()
    ida.wait_for_url(f"{named}/rules")  # as a whole: the address of the sign-in page ends with it, too
    ida.goto(f"{named}/account")
    expect(ida.locator("#passkeys").get_by_text("last used")).to_be_visible()
    ida.get_by_text("Remove a passkey").click()
    form = ida.locator("form[action='/account/passkeys/removals']")
    form.locator("[name=password]").fill(PASSWORD.format("Ida"))
    form.get_by_role("button").click()
    expect(ida.get_by_text("The passkey has been removed here.")).to_be_visible()


def test_the_browser_offers_it_with_the_name(ida, named):
    """Whoever picks the passkey where the name is filled in has not even pressed a button."""
    Device(ida)
    add(ida)
    sign_out(ida, named)
    ida.goto(f"{named}/login?next=/rules")
    ida.wait_for_url(f"{named}/rules")  # as a whole: the address of the sign-in page ends with it, too


def test_a_device_keeps_one_passkey_of_an_account(ida):
    Device(ida)
    add(ida)
    ask_to_add(ida)
    ida.get_by_role("button", name="Create the passkey").click()
    expect(ida.get_by_text("This device has a passkey for your account already.")).to_be_visible()


def test_whom_the_device_does_not_recognise_is_told(ida, named):
    device = Device(ida)
    add(ida)
    device.verify(False)
    ida.add_init_script(NO_OFFERS)
    sign_out(ida, named)
    ida.goto(f"{named}/login")
    ida.get_by_role("button", name="Sign in with a passkey").click()
    expect(ida.get_by_text("That did not work, or was cancelled. Try again.")).to_be_visible()
    device.verify(True)
    ida.get_by_role("button", name="Sign in with a passkey").click()
    ida.wait_for_url(f"{named}/")


def test_at_a_bare_address_there_is_no_button(new_page):
    page = new_page()
    page.goto("/login")
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)


def test_an_app_is_set_up_and_its_codes_are_asked_for(ida, named):
    form = ida.locator("form[action='/account/authenticator']")
    form.locator("[name=password]").fill(PASSWORD.format("Ida"))
    form.get_by_role("button").click()
    ida.wait_for_function("document.querySelector('img.qr')?.naturalWidth > 100")
    app = pyotp.TOTP(ida.get_by_label("Key", exact=True).input_value())
    ida.get_by_label("Six-digit code").fill(app.now())
    ida.get_by_role("button", name="Turn on").click()
    codes = re.findall(r"\S+", ida.get_by_label("Recovery codes").input_value())
    assert len(codes) == 10
    sign_out(ida, named)
    ida.goto(f"{named}/login")
    form = ida.locator("form[action='/login']")
    form.locator("[name=name]").fill("Ida")
    form.locator("[name=password]").fill(PASSWORD.format("Ida"))
    form.get_by_role("button").click()
    ida.get_by_label("Six-digit code").fill("000000")
    ida.get_by_role("button", name="Sign in", exact=True).click()
    expect(ida.get_by_text("That code is incorrect, or has been used.")).to_be_visible()
    ida.get_by_text("Use a recovery code").click()
    ida.get_by_label("Recovery code", exact=True).fill(codes[0])
    ida.get_by_role("button", name="Sign in with this code").click()
    ida.wait_for_url(f"{named}/")
