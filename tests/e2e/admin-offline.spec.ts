// The admin without a connection: what is edited is sent once when it is back, and nothing is lost.
import { addUser, BADGE, openAdmin, openUser, SAID, sendAll, typeOffline } from "./admin-device.ts";
import { expect, newBuyer } from "./shop.ts";
import { expectNoFault, test } from "./sound.ts";
import { SAME_ORIGIN, signInAsOwner } from "./sign-in.ts";

test.use({ allowConsole: [SAID] });

test("two tabs edit offline, one closes and one is read again: each edit is written once", async ({
  page,
  context,
}) => {
  await openAdmin(page);
  const [first, second] = [await openUser(page), await addUser(page)];
  const other = await context.newPage();
  await other.goto(second.screen);
  await expect(other.getByRole("button", { name: `Edit ${second.email}` })).toBeVisible();
  await context.setOffline(true);
  await typeOffline(page, first, "Name", "One");
  await typeOffline(page, first, "Name", "Two");
  await typeOffline(other, second, "Name", "Three");
  await expect(page.getByRole("link", { name: "3 to send" })).toBeVisible();
  await expect(page).toHaveTitle(/^\(3\) /);
  await page.close();
  await other.reload();
  await expect(other.getByRole("gridcell", { name: "Three" })).toBeVisible();
  await sendAll(context, other);
  await expect(other).toHaveTitle(/^[^(]/);
  expect(await first.written()).toEqual(["Two", "One", "Una"]);
  expect(await second.written()).toEqual(["Three", "Una"]);
});

test("a tab that dies between the store's commit and its answer: the next one writes nothing twice", async ({
  page,
  context,
}) => {
  await openAdmin(page);
  const user = await openUser(page);
  const next = await context.newPage();
  const arrived = Promise.withResolvers<void>();
  await page.route("**/api/tables/users/*", async (route) => {
    await route.fetch();
    arrived.resolve();
  });
  await page.getByRole("button", { name: `Edit ${user.email}` }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Kept");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await arrived.promise;
  await page.close();
  await next.goto(user.screen);
  await expect(next.getByRole("gridcell", { name: "Kept" })).toBeVisible();
  await expect(next.getByRole("link", { name: BADGE })).toHaveCount(0);
  expect(await user.written()).toEqual(["Kept", "Una"]);
});

test("the session ends in the middle of the queue: the rest is sent after signing in", async ({
  page,
  context,
}) => {
  await openAdmin(page);
  const [first, second] = [await addUser(page), await addUser(page)];
  await page.goto(`/admin/tables/users?id__in=${first.id},${second.id}`);
  await expect(page.getByRole("button", { name: `Edit ${second.email}` })).toBeVisible();
  await context.setOffline(true);
  await typeOffline(page, first, "Name", "First");
  await typeOffline(page, second, "Name", "Second");
  await page.route("**/api/tables/users/*", async (route) => {
    const response = await route.fetch();
    await context.clearCookies({ name: "session" });
    await route.fulfill({ response });
  });
  await context.setOffline(false);
  await page.getByRole("link", { name: BADGE }).click();
  await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await signInAsOwner(page);
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(page.getByText("The queue is empty")).toBeVisible();
  expect(await first.written()).toEqual(["First", "Una"]);
  expect(await second.written()).toEqual(["Second", "Una"]);
});

test("other fields changed elsewhere are merged; of the same field its owner chooses", async ({
  page,
  context,
}) => {
  await openAdmin(page);
  const user = await openUser(page);
  await context.setOffline(true);
  await typeOffline(page, user, "Name", "Mine");
  await user.change({ email: `new-${user.email}` });
  await sendAll(context, page);
  expect(await user.stored()).toMatchObject({ name: "Mine", email: `new-${user.email}` });

  const renamed = { ...user, email: `new-${user.email}` };
  // Until it is read again what is shown may be a version behind.
  await expect(page.getByRole("gridcell", { name: "Mine", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: `Edit ${renamed.email}` })).toBeVisible();
  await context.setOffline(true);
  await typeOffline(page, renamed, "Name", "Mine again");
  await user.change({ name: "Theirs" });
  await context.setOffline(false);
  await page.getByRole("link", { name: /^1 needs you/ }).click();
  const card = page.getByRole("listitem").filter({ hasText: user.email });
  await expect(card.getByText("Original: Mine")).toBeVisible();
  await expect(card.getByRole("radio", { name: "Theirs: Theirs" })).toBeVisible();
  await expect(card.getByRole("radio", { name: "Mine: Mine again" })).toBeChecked();
  expect((await user.stored()).name).toBe("Theirs");
  await expectNoFault(page);
  await card.getByRole("radio", { name: "Another value" }).check();
  await card.getByLabel("Name", { exact: true }).fill("Both");
  await card.getByRole("button", { name: "Save and send" }).click();
  await expect(page.getByText("The queue is empty")).toBeVisible();
  expect((await user.stored()).name).toBe("Both");
});

test("a row that was deleted elsewhere is brought back with what was changed here", async ({
  page,
  context,
}) => {
  await openAdmin(page);
  const user = await openUser(page);
  await context.setOffline(true);
  await typeOffline(page, user, "Name", "ListedFile");
  await user.remove();
  await page.getByRole("link", { name: "1 to send" }).click();
  const tried = page.waitForEvent("requestfailed");
  await page.getByRole("button", { name: "Send now" }).click();
  await tried;
  await expect(page.getByText("The store can’t be reached right now.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("This row was deleted in the meantime.")).toBeVisible();
  expect(await user.stored()).toBeUndefined();
  await expectNoFault(page);
  await page.getByRole("button", { name: "Bring it back and save mine" }).click();
  await expect(page.getByText("The queue is empty")).toBeVisible();
  expect(await user.stored()).toMatchObject({ name: "ListedFile", email: user.email });
});

test("what waits for a message is shown on its own screen as well", async ({ page, context }) => {
  await openAdmin(page);
  const email = newBuyer("una");
  const text = { subject: "Where is week two?", message: "I have looked everywhere for it." };
  const created = await page.request.post("/api/tables/contact_submissions", {
    data: { name: `Una, ${email}`, email, ...text },
    headers: SAME_ORIGIN,
  });
  expect(created.status()).toBe(201);
  const { id } = await created.json();
  await page.goto(`/admin/messages/${id}`);
  await expect(page.getByText(text.subject).first()).toBeVisible();
  // A link of the admin: a new page would cut off what keeps the message on this device.
  await page.getByRole("link", { name: "Contact submissions" }).click();
  const edit = page.getByRole("button", { name: `Edit Una, ${email}` });
  await edit.waitFor();
  await context.setOffline(true);
  await edit.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Subject", { exact: true }).fill("Where is week three?");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto(`/admin/messages/${id}`);
  await expect(page.getByText("Where is week three?").first()).toBeVisible();
  await sendAll(context, page);
});
