// An administrator's passkey, with Chromium's virtual authenticator.
import type { Page } from "playwright/test";
import {
  addUser,
  buttonOf,
  CALL_ERRORS,
  fieldOf,
  formOf,
  panelOf,
  questionOf,
  rowsOf,
  sideOf,
} from "./admin.ts";
import { codeMailedTo, expect, newBuyer, openLive, payAhead, test } from "./shop.ts";
import { expectStateSound } from "./accessible.ts";

const USE = "Use your passkey";

test.use({ allowConsole: CALL_ERRORS });

/** Adds a virtual authenticator that confirms every prompt; returns a switch for that. */
async function connectAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (isUserVerified: boolean) =>
    browser.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
}

/** Answers one call as if the last check were too old. */
async function refuseOnce(page: Page, call: string) {
  const json = { code: "forbidden", reason: "passkey_stale" };
  await page.route(call, (route) => route.fulfill({ status: 403, json }), { times: 1 });
}

async function signInByCode(page: Page, email: string) {
  await page.context().clearCookies();
  await openLive(page, "/admin/passkeys");
  await page.waitForURL(/\/login\?/);
  await page.getByLabel("Email address").fill(email);
  await buttonOf(page, "Send code").click();
  await page.getByLabel("Verification code").fill(await codeMailedTo(page, email));
}

test("a passkey is added, required at sign-in and for a refund, and removed", async ({
  page,
  request,
  store,
}) => {
  const email = newBuyer("owner");
  const main = page.getByRole("main");
  const panel = panelOf(page, "Your passkeys");
  const keys = panel.getByRole("listitem");
  const open = (screen: string) => sideOf(page).getByRole("link", { name: screen }).click();
  const letVerify = await connectAuthenticator(page);

  await test.step("a printed link signs in", async () => {
    await page.goto(await store.adminLink(email));
    await buttonOf(page, "Sign in").click();
    await page.waitForURL("/admin");
    await open("Passkeys");
    await expect(panel).toContainText(
      "You have no passkeys yet. The emailed code is enough to sign in.",
    );
    await expectStateSound(page);
  });

  await test.step("a passkey is added and named", async () => {
    await letVerify(false);
    await buttonOf(main, "Add a passkey").click();
    await expect(main.getByRole("alert")).toContainText("No passkey was used.");
    await letVerify(true);
    await buttonOf(main, "Add a passkey").click();
    await expect(page.getByText("The passkey was added.")).toBeVisible();
    await expect(keys).toHaveText([/ on Linux.*not used yet/]);
    await buttonOf(main, "Add a passkey").click();
    await expect(main.getByRole("alert")).toHaveText(
      "This device already has a passkey for this shop.",
    );
    await buttonOf(keys, /^Rename /).click();
    await main.getByRole("textbox", { name: "Name" }).fill("Desk");
    await main.getByRole("textbox", { name: "Name" }).press("Enter");
    await expect(keys).toHaveText([/^Desk/]);
    await expect(buttonOf(keys, /^Rename /)).toBeFocused();
    await expectStateSound(page);
  });

  await test.step("the code alone does not open the admin", async () => {
    await signInByCode(page, email);
    await expect(buttonOf(page, USE)).toBeVisible();
    await expect(main).toContainText(`You are signed in as ${email}`);
    expect((await page.request.get("/api/admin/schemas")).status()).toBe(401);
    await expectStateSound(page);
    await letVerify(false);
    await buttonOf(page, USE).click();
    await expect(page.getByRole("alert")).toHaveText("No passkey was used. Please try again.");
    await letVerify(true);
    await buttonOf(page, USE).click();
    await page.waitForURL("/admin/passkeys");
    await expect(keys).toHaveText([/^Desk.*last used/]);
  });

  await test.step("a passkey opens the admin without a code", async () => {
    await page.context().clearCookies();
    await openLive(page, "/login?returnUrl=%2Fadmin");
    await buttonOf(page, "Sign in with a passkey").click();
    await page.waitForURL("/admin");
  });

  await test.step("a refund asks for the passkey again", async () => {
    await payAhead({ request }, { pack: "Premium Pack", email });
    const find = () => rowsOf(page, "orders", { email__eq: email, status: "paid" });
    await expect.poll(find).toHaveLength(1);
    const [order] = await find();
    await page.goto(`/admin/orders/${order.id}`);
    await refuseOnce(page, "**/actions/refund_line");
    await buttonOf(page, "Refund").click();
    await page.getByRole("menuitem", { name: /Premium Pack/ }).click();
    const dialog = page.getByRole("dialog");
    await buttonOf(dialog, "Continue").click();
    await dialog.getByRole("button", { name: /^Refund this item \$/ }).click();
    await expect(questionOf(page)).toContainText("Confirm with your passkey");
    await buttonOf(questionOf(page), USE).click();
    await expect.poll(() => store.refundedTo(email)).toEqual([order.total_amount]);
  });

  await test.step("so does a form that gives administrator rights", async () => {
    const user = await addUser(page);
    await page.goto(user.screen);
    await refuseOnce(page, `**/api/tables/users/${user.id}`);
    await buttonOf(page, `Edit ${user.email}`).click();
    await fieldOf(page, "Administrator").check();
    await buttonOf(formOf(page), "Save").click();
    await buttonOf(questionOf(page), USE).click();
    await expect(formOf(page)).toHaveCount(0);
    expect(await user.stored()).toMatchObject({ is_admin: true });
  });

  await test.step("downloading and deleting a backup asks, too", async () => {
    await open("Backups");
    await buttonOf(main, "Make a backup now").click();
    await expect(main.getByText("Made by hand")).toBeVisible();
    const archive = panelOf(page, "Archives").getByRole("listitem").first();
    await refuseOnce(page, "**/api/admin/backups/*.tar");
    const started = page.waitForEvent("download");
    await archive.getByRole("link", { name: /^Download/ }).click();
    await buttonOf(questionOf(page), USE).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/^papercub-.*-by-hand\.tar$/);
    expect(await download.failure()).toBeNull();
    await refuseOnce(page, "**/api/admin/backups/*.tar");
    await buttonOf(archive, /^Delete/).click();
    await buttonOf(questionOf(page), "Delete").click();
    await buttonOf(questionOf(page), USE).click();
    await expect(page.getByText("The backup was deleted.")).toBeVisible();
  });

  await test.step("creating a discount code asks, too", async () => {
    await open("Discount codes");
    const code = `FREE-${crypto.randomUUID().slice(0, 6)}`.toUpperCase();
    await buttonOf(main, "New code").click();
    await fieldOf(page, "Code").fill(code);
    await fieldOf(page, "Percent off").fill("100");
    await refuseOnce(page, "**/api/discounts");
    await buttonOf(formOf(page), "Create the code").click();
    await buttonOf(questionOf(page), USE).click();
    await expect(formOf(page)).toHaveCount(0);
    await expect(main).toContainText(code);
  });

  await test.step("the owner acknowledges the added passkey", async () => {
    await open("Needs attention");
    const notice = panelOf(page, "Changed passkeys")
      .getByRole("listitem")
      .filter({ hasText: email });
    await buttonOf(notice, /^Acknowledge/).click();
    await buttonOf(page.getByRole("dialog"), "Acknowledge").click();
    await expect(notice).toHaveCount(0);
  });

  await test.step("without a passkey the code is enough again", async () => {
    await open("Passkeys");
    await buttonOf(panelOf(page, "Good to know"), "Confirm now").click();
    await expect(page.getByText("Confirmed for 15 minutes.")).toBeVisible();
    await buttonOf(keys, "Remove “Desk”").click();
    await expect(questionOf(page)).toContainText("the emailed code alone opens the admin again");
    await buttonOf(questionOf(page), "Remove").click();
    await expect(panel).toContainText("no passkeys yet");
    await expect(buttonOf(main, "Add a passkey")).toBeFocused();
  });
});
