// Edits without a connection: each is sent once, and none is lost.
import {
  addUser,
  BADGE,
  buttonOf,
  CALL_ERRORS,
  cellOf,
  goOnline,
  openOffline,
  openUser,
  renameOffline,
  sendAll,
  write,
} from "./admin-fixture.ts";
import { expect, newBuyer } from "./shop.ts";
import { signInAsOwner } from "./sign-in.ts";
import { expectNoFault, test } from "./sound.ts";

test.use({ allowConsole: [CALL_ERRORS] });
test.beforeEach(({ page }) => openOffline(page));

test("two tabs edit offline, one closes and one is read again: each edit is written once", async ({
  page,
  context,
}) => {
  const [first, second] = [await openUser(page), await addUser(page)];
  const other = await context.newPage();
  await other.goto(second.screen);
  await expect(buttonOf(other, `Edit ${second.email}`)).toBeVisible();
  await context.setOffline(true);
  await renameOffline(page, first, "One");
  await renameOffline(page, first, "Two");
  await renameOffline(other, second, "Three");
  await expect(page.getByRole("link", { name: "3 to send" })).toBeVisible();
  await expect(page).toHaveTitle(/^\(3\) /);
  await page.close();
  await other.reload();
  await expect(cellOf(other, "Three")).toBeVisible();
  await sendAll(context, other);
  await expect(other).toHaveTitle(/^[^(]/);
  expect(await first.written()).toEqual(["Two", "One", "Una"]);
  expect(await second.written()).toEqual(["Three", "Una"]);
});

test("a tab that dies between the store's commit and its answer: the next one writes nothing twice", async ({
  page,
  context,
}) => {
  const user = await openUser(page);
  const next = await context.newPage();
  const arrived = Promise.withResolvers<void>();
  await page.route("**/api/tables/users/*", async (route) => {
    await route.fetch();
    arrived.resolve();
  });
  await buttonOf(page, `Edit ${user.email}`).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Kept");
  await buttonOf(page.getByRole("dialog"), "Save").click();
  await arrived.promise;
  await page.close();
  await next.goto(user.screen);
  await expect(cellOf(next, "Kept")).toBeVisible();
  await expect(next.getByRole("link", { name: BADGE })).toHaveCount(0);
  expect(await user.written()).toEqual(["Kept", "Una"]);
});

test("the session ends in the middle of the queue: the rest is sent after signing in", async ({
  page,
  context,
}) => {
  const [first, second] = [await addUser(page), await addUser(page)];
  await page.goto(`/admin/tables/users?id__in=${first.id},${second.id}`);
  await expect(buttonOf(page, `Edit ${second.email}`)).toBeVisible();
  await context.setOffline(true);
  await renameOffline(page, first, "First");
  await renameOffline(page, second, "Second");
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
  await goOnline(page);
  await expect(page.getByText("The queue is empty")).toBeVisible();
  expect(await first.written()).toEqual(["First", "Una"]);
  expect(await second.written()).toEqual(["Second", "Una"]);
});

test("other fields changed elsewhere are merged; of the same field its owner chooses", async ({
  page,
  context,
}) => {
  const user = await openUser(page);
  await context.setOffline(true);
  await renameOffline(page, user, "Mine");
  const renamed = { ...user, email: `new-${user.email}` };
  await user.change({ email: renamed.email });
  await sendAll(context, page);
  expect(await user.stored()).toMatchObject({ name: "Mine", email: renamed.email });

  // Wait until the list shows the merged row.
  await expect(cellOf(page, "Mine")).toBeVisible();
  await expect(buttonOf(page, `Edit ${renamed.email}`)).toBeVisible();
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
  await expect(page.getByText("The queue is empty")).toBeVisible();
  expect((await user.stored()).name).toBe("Both");
});

test("a row that was deleted elsewhere is restored with what was changed here", async ({
  page,
  context,
}) => {
  const user = await openUser(page);
  await context.setOffline(true);
  await renameOffline(page, user, "Kept");
  await user.remove();
  await page.getByRole("link", { name: "1 to send" }).click();
  const tried = page.waitForEvent("requestfailed");
  await buttonOf(page, "Send now").click();
  await tried;
  await expect(page.getByText("The store can’t be reached right now.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("This row was deleted in the meantime.")).toBeVisible();
  expect(await user.stored()).toBeUndefined();
  await expectNoFault(page);
  await page.getByRole("button", { name: /save mine$/ }).click();
  await expect(page.getByText("The queue is empty")).toBeVisible();
  expect(await user.stored()).toMatchObject({ name: "Kept", email: user.email });
});

test("an unsent edit of a message is shown on the message's screen", async ({ page, context }) => {
  const email = newBuyer("una");
  const name = `Una, ${email}`;
  const text = { subject: "Where is week two?", message: "I have looked everywhere for it." };
  const { id } = await write(page, "POST", "contact_submissions", { name, email, ...text });
  await page.goto(`/admin/messages/${id}`);
  await expect(page.getByText(text.subject).first()).toBeVisible();
  // A link keeps the page: a reload would stop the message from being cached.
  await page.getByRole("link", { name: "Contact submissions" }).click();
  await buttonOf(page, `Edit ${name}`).waitFor();
  await context.setOffline(true);
  await buttonOf(page, `Edit ${name}`).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Subject", { exact: true }).fill("Where is week three?");
  await buttonOf(dialog, "Save").click();
  await expect(dialog).toHaveCount(0);
  await page.goto(`/admin/messages/${id}`);
  await expect(page.getByText("Where is week three?").first()).toBeVisible();
  await sendAll(context, page);
});
