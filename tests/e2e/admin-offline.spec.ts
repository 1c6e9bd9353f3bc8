// Edits without a connection: each is sent exactly once and none is lost.
import type { BrowserContext, Page } from "playwright/test";
import {
  addUser,
  BADGE,
  buttonOf,
  cachedText,
  CALL_ERRORS,
  cellOf,
  deviceRows,
  fieldOf,
  formOf,
  goOnline,
  openOffline,
  openUser,
  renameOffline,
  rowsOf,
  sendAll,
  waitUntilCached,
  write,
} from "./admin.ts";
import { expect, newBuyer, signInAsOwner, test } from "./shop.ts";
import { expectNoFault, expectStateSound } from "./accessible.ts";

test.use({ allowConsole: CALL_ERRORS });

const badgeOf = (page: Page) => page.getByRole("link", { name: BADGE });
const queueIsEmpty = (page: Page) => expect(page.getByText("The queue is empty")).toBeVisible();

/** Crashes a tab, so that it cannot write anything more. */
async function crash(context: BrowserContext, page: Page) {
  const browser = await context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void browser.send("Page.crash").catch(() => {});
  await crashed;
  await page.close();
}

test("tabs that reload or die write each edit once", async ({ page, context }) => {
  const user = await openUser(page);
  await context.setOffline(true);
  await renameOffline(page, user, "One");
  await renameOffline(page, user, "Two");
  await expect(page.getByRole("link", { name: "2 to send" })).toBeVisible();
  await expect(page).toHaveTitle(/^\(2\) /);
  await page.reload();
  await expect(cellOf(page, "Two")).toBeVisible();
  await sendAll(context, page);
  await expect(page).toHaveTitle(/^[^(]/);
  expect(await user.written()).toEqual(["Two", "One", "Una"]);

  const next = await context.newPage();
  const arrived = Promise.withResolvers<void>();
  await page.route("**/api/tables/users/*", async (route) => {
    await route.fetch();
    arrived.resolve();
  });
  await buttonOf(page, `Edit ${user.email}`).click();
  await fieldOf(page, "Name").fill("Three");
  await buttonOf(formOf(page), "Save").click();
  await arrived.promise;
  await page.close();
  await next.goto(user.screen);
  await expect(cellOf(next, "Three")).toBeVisible();
  await expect(badgeOf(next)).toHaveCount(0);
  expect(await user.written()).toEqual(["Three", "Two", "One", "Una"]);
});

test("a session ends in the middle of the queue", async ({ page, context }) => {
  await signInAsOwner(page);
  const [first, second] = [await addUser(page), await addUser(page)];
  await openOffline(page, `users?id__in=${first.id},${second.id}`);
  await expect(buttonOf(page, `Edit ${second.email}`)).toBeVisible();
  await context.setOffline(true);
  await renameOffline(page, first, "First");
  await renameOffline(page, second, "Second");
  await page.route("**/api/tables/users/*", async (route) => {
    const response = await route.fetch();
    await context.clearCookies({ name: "session" });
    await route.fulfill({ response });
  });
  // While the queue is sent, the link may be replaced during a click.
  await badgeOf(page).click();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
  await expect(page.getByText("Sign in to send 1 saved edit.")).toBeVisible();
  await expect(page.getByText(second.email)).toHaveCount(0);
  await expect.poll(() => cachedText(page)).toBe("");
  await expectStateSound(page);
  await page.unrouteAll({ behavior: "wait" });
  await signInAsOwner(page);
  await goOnline(page);
  await queueIsEmpty(page);
  expect(await first.written()).toEqual(["First", "Una"]);
  expect(await second.written()).toEqual(["Second", "Una"]);
});

test("changes elsewhere are merged, chosen or restored", async ({ page, context }) => {
  const user = await openUser(page);
  const renamed = { ...user, email: `new-${user.email}` };
  await test.step("merges another field", async () => {
    await context.setOffline(true);
    await renameOffline(page, user, "Mine");
    await user.change({ email: renamed.email });
    await sendAll(context, page);
    expect(await user.stored()).toMatchObject({ name: "Mine", email: renamed.email });
    // Wait until the list shows the merged row.
    await expect(cellOf(page, "Mine")).toBeVisible();
    await expect(buttonOf(page, `Edit ${renamed.email}`)).toBeVisible();
  });

  await test.step("chooses between two values", async () => {
    await context.setOffline(true);
    await renameOffline(page, renamed, "Mine again");
    await user.change({ name: "Theirs" });
    await context.setOffline(false);
    await page.getByRole("link", { name: /^1 needs/ }).click();
    const card = page.getByRole("listitem").filter({ hasText: user.email });
    await expect(card.getByText("Original: Mine")).toBeVisible();
    await expect(card.getByRole("radio", { name: "Theirs: Theirs" })).toBeVisible();
    await expect(card.getByRole("radio", { name: "Mine: Mine again" })).toBeChecked();
    expect((await user.stored()).name).toBe("Theirs");
    await expectNoFault(page);
    await card.getByRole("radio", { name: "Another value" }).check();
    await card.getByLabel("Name", { exact: true }).fill("Both");
    await buttonOf(card, "Save and send").click();
    await queueIsEmpty(page);
    expect((await user.stored()).name).toBe("Both");
  });

  await test.step("restores a deleted row", async () => {
    await page.goto(user.screen);
    await expect(cellOf(page, "Both")).toBeVisible();
    await context.setOffline(true);
    await renameOffline(page, renamed, "Saved");
    await user.remove();
    await page.getByRole("link", { name: "1 to send" }).click();
    const tried = page.waitForEvent("requestfailed");
    await buttonOf(page, "Send now").click();
    await tried;
    await expect(page.getByText("The store can’t be reached right now.")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("This row was deleted in the meantime.")).toBeVisible();
    await expectNoFault(page);
    await page.getByRole("button", { name: /save mine$/ }).click();
    await queueIsEmpty(page);
    expect(await user.stored()).toMatchObject({ name: "Saved", email: renamed.email });
  });
});

test("an unsent edit shows on every screen and is sent to a later build", async ({
  page,
  context,
  store,
}) => {
  const email = newBuyer("una");
  const name = `Una, ${email}`;
  await signInAsOwner(page);
  const { id } = await write(page, "POST", "contact_submissions", {
    name,
    email,
    subject: "Where is week two?",
    message: "I have looked everywhere for it.",
  });
  await page.goto(`/admin/messages/${id}`);
  await expect(page.getByText("Where is week two?").first()).toBeVisible();
  // Navigate by a link: a reload would stop the message from being cached.
  await page.getByRole("link", { name: "Contact submissions" }).click();
  await buttonOf(page, `Edit ${name}`).waitFor();
  await waitUntilCached(page);
  await context.setOffline(true);
  await buttonOf(page, `Edit ${name}`).click();
  await fieldOf(page, "Subject").fill("Where is week three?");
  await buttonOf(formOf(page), "Save").click();
  await expect(formOf(page)).toHaveCount(0);
  await store.deploy();
  await page.goto(`/admin/messages/${id}`);
  await expect(page.getByText("Where is week three?").first()).toBeVisible();
  await expect(badgeOf(page)).toBeVisible();
  await sendAll(context, page);
  const [stored] = await rowsOf(page, "contact_submissions", { id: String(id) });
  expect(stored.subject).toBe("Where is week three?");
});

/** Makes the link of a product with its campaign by keyboard, and closes it. */
async function expectLinkOf(page: Page, product: string, path: string) {
  await buttonOf(page, `Actions for ${product}`).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Link and QR code" })).toBeFocused();
  await page.keyboard.press("Enter");
  await fieldOf(page, "Source").focus();
  await page.keyboard.type("Fair");
  await formOf(page).getByLabel("Open the checkout at once").focus();
  await page.keyboard.press("Space");
  const address = `${new URL(page.url()).origin}${path}?buy=&utm_source=fair`;
  await expect(formOf(page).getByRole("img", { name: `QR code of ${address}` })).toBeVisible();
  await expectNoFault(page);
  await page.keyboard.press("Escape");
}

test("a new product and its PDF are sent in their order", async ({ page, store }) => {
  await signInAsOwner(page);
  const pond = { name: "Pond", slug: "pond", description: "Ducks.", price: 500, active: false };
  await write(page, "POST", "products", pond);
  await openOffline(page, "product_files");
  await page.goto("/admin/tables/products");
  await expect(buttonOf(page, "Edit Premium Pack")).toBeVisible();
  await store.kill();
  await expectLinkOf(page, "Premium Pack", "/products/premium-pack");
  const dialog = formOf(page);
  await buttonOf(page, "Add New").click();
  for (const [label, text] of Object.entries({
    Name: "Cloud Book",
    "Short name": "cloud-book",
    Description: "Drawn in the air.",
    Price: "5",
  })) {
    await fieldOf(page, label).fill(text);
  }
  await dialog.getByLabel("Type").selectOption("digital");
  // Take it off sale, because other tests count the packs on the landing page.
  await dialog.getByLabel("On sale").uncheck();
  await buttonOf(dialog, "Save").click();
  await expect(dialog).toHaveCount(0);
  await buttonOf(page, "All").click();
  await buttonOf(page, "Edit Pond").click();
  await fieldOf(page, "Price").fill("6");
  await buttonOf(dialog, "Save").click();
  await expect(dialog).toHaveCount(0);
  await badgeOf(page).click();
  await expect(page.getByText(/\$5\.00.*→.*\$6\.00/)).toBeVisible();
  await page.getByRole("link", { name: "Product files" }).click();
  await buttonOf(page, "Add New").click();
  await dialog.getByRole("combobox", { name: "Product" }).fill("Cloud Book");
  await expect(page.getByRole("option")).toHaveText([/Cloud Book.*not sent yet/]);
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Title").fill("Clouds");
  await dialog.locator("input[type=file]").setInputFiles("dist/printables/colors-a4.pdf");
  await expect(dialog.getByText("Saved on this device, not sent yet")).toBeVisible();
  await buttonOf(dialog, "Save").click();
  await expect(dialog).toHaveCount(0);
  await expectNoFault(page);
  await store.restore();
  await page.goto("/admin/pending");
  await queueIsEmpty(page);
  const [product] = await rowsOf(page, "products", { name__eq: "Cloud Book" });
  const [file] = await rowsOf(page, "product_files", { product_id__eq: String(product.id) });
  expect(file).toMatchObject({ title: "Clouds", pages: expect.any(Number) });
});

test("a half-typed form is offered back after a crash", async ({ page, context }) => {
  const email = newBuyer("dora");
  await openOffline(page, "users");
  await buttonOf(page, "Add New").click();
  await fieldOf(page, "Email").fill(email);
  await fieldOf(page, "Name").fill("Do");
  await expect.poll(() => deviceRows(page, "drafts")).toHaveLength(1);
  await crash(context, page);

  const again = await context.newPage();
  await openOffline(again, "users");
  const drafts = again.getByRole("list", { name: "Unfinished forms" });
  await expect(drafts).toContainText(new RegExp(`Unfinished: ${email}, `));
  await expectNoFault(again);
  await buttonOf(again, "Add New").click();
  await expect(fieldOf(again, "Email")).toHaveValue("");
  await buttonOf(formOf(again), "Restore it").click();
  await expect(fieldOf(again, "Email")).toHaveValue(email);
  await expect(fieldOf(again, "Name")).toHaveValue("Do");
  await expectNoFault(again);
  await buttonOf(formOf(again), "Save").click();
  await expect(formOf(again)).toHaveCount(0);
  await expect(drafts).toHaveCount(0);
  expect(await rowsOf(again, "users", { email__eq: email })).toHaveLength(1);
  expect(await deviceRows(again, "drafts")).toEqual([]);
});
