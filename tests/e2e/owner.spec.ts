// The owner's daily work: health checks, backups and a complaint.
import { stat } from "node:fs/promises";
import type { Locator, Page } from "playwright/test";
import type { Health, Line } from "../../server/contract/health.ts";
import type { OrderPage } from "../../server/contract/admin-answers.ts";
import type { TableRow, TableSchema } from "../../server/contract/tables.ts";
import { buttonOf, CALL_ERRORS, formOf, panelOf, rowsOf, sideOf } from "./admin.ts";
import {
  expect,
  hold,
  newBuyer,
  payAhead,
  type Requester,
  SAME_ORIGIN,
  signInAsOwner,
  test,
} from "./shop.ts";
import { expectNoFault, expectSound, expectStateSound } from "./accessible.ts";

const HEALTH = "**/api/admin/health";
const BACKUPS = "**/api/admin/backups";
const PACK = "Premium Pack";
const BOOK = "Dinosaur Busy Book";
const COMPLAINT = "I have paid and no files came. And the dinosaurs are nothing for us.";
const ANSWER = "I am sorry! The files are on their way, and the dinosaurs are refunded.";
const RED: Line = {
  name: "clock",
  title: "Clock",
  state: "bad",
  text: "This machine's clock is 6 minutes ahead of the payment provider's.",
  todo: "Synchronize this machine's clock by the network.",
};

test.use({ allowConsole: CALL_ERRORS });

/** Text of the demo's mailbox. */
const mailbox = async ({ request }: Requester) => (await request.get("/demo/mail")).text();

test("the owner sees what is red, and tests mail and payments", async ({ page }) => {
  const main = page.getByRole("main");
  await signInAsOwner(page);
  const refusal = { message: "No.", code: "internal", reason: "internal" };
  await page.route(HEALTH, (route) => route.fulfill({ status: 500, json: refusal }));
  await page.goto("/admin/health");
  await expect(page.getByText("The health page couldn't be loaded")).toBeVisible();
  await expectStateSound(page);

  await page.unroute(HEALTH);
  let checks: Line[] = [];
  await page.route(HEALTH, async (route) => {
    const health: Health = await (await route.fetch()).json();
    checks = health.checks.map((line) => (line.name === "clock" ? RED : line));
    await route.fulfill({ json: { ...health, checks } });
  });
  await buttonOf(main, "Try again").click();
  await expect(main.getByText("1 check needs your attention.")).toBeVisible();
  await expect(main.getByRole("listitem")).toHaveCount(checks.length);
  const urgent = main.getByRole("region", { name: "Needs attention" });
  await expect(urgent.getByText(RED.text)).toBeVisible();
  await expect(urgent.getByText(RED.todo ?? "")).toBeVisible();
  await expect(sideOf(page).getByRole("link", { name: "Health 1 failed check" })).toBeVisible();

  await buttonOf(main, "Send a test mail").click();
  await expect(main.getByText("The mail server accepted it.")).toBeVisible();
  await expect.poll(() => mailbox(page)).toContain("Papercub: a test mail");
  await buttonOf(main, "Check payments").click();
  await expect(main.getByText(/is enabled and sends every event/)).toBeVisible();
  await expectSound(page);
});

test("a backup is made, downloaded and deleted, or says why not", async ({ page }) => {
  const panel = panelOf(page, "Archives");
  const make = buttonOf(panel, "Make a backup now");
  await signInAsOwner(page);
  await page.route("**/api/admin/schemas", async (route) => {
    const schemas: TableSchema[] = await (await route.fetch()).json();
    const orders = schemas.find(({ name }) => name === "orders");
    orders!.properties["paid_at"]!.timeZone = "Asia/Tokyo";
    await route.fulfill({ json: schemas });
  });
  const letAnswer = await hold(page, BACKUPS, { status: 500, json: {} });
  await page.goto("/admin/backups");
  await expect(panel.getByRole("status")).toHaveText("Loading backups...");
  letAnswer();
  await expect(panel.getByRole("alert")).toContainText("The backups couldn't be loaded");
  await expectNoFault(page);
  await page.unroute(BACKUPS);
  const failure = { at: "2026-11-21T10:00:00.000Z", text: "The disk of /data is full: make room." };
  const list = { backups: [], isUnderWay: false, failure, keep: 0 };
  await page.route(BACKUPS, (route) =>
    route.request().method() === "GET"
      ? route.fulfill({ json: list })
      : route.fulfill({ status: 503, json: {} }),
  );
  await buttonOf(panel, "Try again").click();
  await expect(panel.getByText("There is no backup yet.")).toBeVisible();
  await expect(panel.getByRole("alert")).toContainText(failure.text);
  // In the time zone of the shop.
  await expect(panel.getByRole("alert")).toContainText(/Nov 21, 2026, 7:00\sPM/);
  await expect(panel.getByText("BACKUP_KEEP is 0")).toBeVisible();
  await make.click();
  await expect(panel.getByText("The backup couldn't be started")).toBeVisible();
  await expectNoFault(page);
  await page.unroute(BACKUPS);
  await page.reload();

  await make.click();
  await expect(panel.getByRole("status")).toContainText("A backup is being made.");
  await expect(make).toHaveAttribute("aria-disabled", "true");
  await expect(panel.getByText("Made by hand").first()).toBeVisible({ timeout: 30_000 });
  await expectStateSound(page);
  const rows = panel.getByRole("listitem");
  const count = await rows.count();
  const saving = page.waitForEvent("download");
  await rows
    .first()
    .getByRole("link", { name: /^Download the backup of / })
    .click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^papercub-.*-by-hand\.tar$/);
  expect((await stat(await saved.path())).size).toBeGreaterThan(1_000_000);
  await rows
    .first()
    .getByRole("button", { name: /^Delete the backup of / })
    .click();
  await buttonOf(page.getByRole("alertdialog", { name: "Delete this backup?" }), "Delete").click();
  await expect(page.getByText("The backup was deleted.")).toBeVisible();
  await expect(rows).toHaveCount(count - 1);
});

/** Clicks a button of the open dialog and waits for the action's confirmation. */
async function finish(page: Page, button: Locator, title: string) {
  await button.click();
  await expect(formOf(page)).toHaveCount(0);
  await expect(page.getByRole("status").getByText(`${title}: done.`).last()).toBeVisible();
}

test("a complaint is answered, its order corrected and one line refunded", async ({
  page: owner,
  request,
  store,
}) => {
  // The demo's mailbox does not accept this address.
  const wrong = newBuyer("nobody");
  const right = newBuyer("anna");
  await payAhead({ request }, { pack: PACK, extras: [BOOK], email: wrong });
  await expect.poll(() => store.paidBy(wrong)).toHaveLength(1);
  const [paid = 0] = await store.paidBy(wrong);
  const form = { formId: "contact_form", name: "Olga Bear", email: right };
  const sent = await request.post("/api/forms/submit", {
    data: { ...form, subject: "Where are my files?", message: COMPLAINT },
    headers: SAME_ORIGIN,
  });
  expect(sent.ok()).toBe(true);
  const dialog = formOf(owner);
  const messages = panelOf(owner, "Unread messages");
  const needs = owner.getByRole("link", { name: "Needs attention" }).first();
  const mails = panelOf(owner, "Mails").getByRole("listitem");

  await test.step("finds the order of the undelivered mail", async () => {
    await signInAsOwner(owner);
    const needed = async () => (await owner.request.get("/api/admin/needs")).text();
    await expect.poll(needed).toContain(wrong);
    await owner.goto("/admin/needs");
    await expect(messages.getByRole("link", { name: /Olga Bear/ })).toBeVisible();
    await expect(panelOf(owner, "Undelivered mails")).toContainText(wrong);
    await expectNoFault(owner);
    await owner.keyboard.press("ControlOrMeta+k");
    const palette = owner.getByRole("dialog", { name: "Find anything" });
    await palette.getByPlaceholder("A table, a view, an order's number, an email…").fill(wrong);
    await palette
      .getByRole("menuitem")
      .filter({ hasText: wrong })
      .filter({ hasText: "Orders" })
      .click();
    await expect(owner.getByRole("heading", { name: /^Order / })).toBeVisible();
    await expect(mails.first()).toContainText("Not delivered");
    await expectNoFault(owner);
  });

  await test.step("sends the files again in vain, and corrects the email", async () => {
    const [again, correct] = ["Send the files again", "Correct the email"];
    await buttonOf(owner, again).click();
    await expect(dialog).toContainText(`Sends a mail to ${wrong}.`);
    await finish(owner, buttonOf(dialog, again), again);
    const dead = async () =>
      (await orderAt(owner)).emails.filter(({ status }) => status === "dead").length;
    await expect.poll(dead).toBe(2);
    await owner.reload();
    await expect(mails.filter({ hasText: "Not delivered" })).toHaveCount(2);
    await buttonOf(owner, correct).click();
    await dialog.getByLabel("Email").fill("anna@nowhere");
    await buttonOf(dialog, correct).click();
    await expect(dialog).toContainText("Email is not a valid email");
    await dialog.getByLabel("Email").fill(right);
    await finish(owner, buttonOf(dialog, correct), correct);
    await expect(panelOf(owner, "Buyer")).toContainText(right);
  });

  await test.step("refunds one line", async () => {
    await buttonOf(owner, "Refund").click();
    await owner.getByRole("menuitem", { name: new RegExp(BOOK) }).click();
    await dialog.getByLabel("Reason").fill("Nothing for them");
    await buttonOf(dialog, "Continue").click();
    const refund = dialog.getByRole("button", { name: /^Refund this item \$/ });
    await expect(refund).toBeVisible();
    await finish(owner, refund, "Refund this item");
    const line = panelOf(owner, "Items").getByRole("listitem").filter({ hasText: BOOK });
    await expect(line).toContainText("Revoked: refunded");
  });

  const order = await orderAt(owner);
  await test.step("answers the message", async () => {
    await needs.click();
    await messages.getByRole("link", { name: /Olga Bear/ }).click();
    await expect(panelOf(owner, "Where are my files?")).toContainText(COMPLAINT);
    await expect(panelOf(owner, "Orders of this email").getByRole("listitem")).toHaveCount(1);
    await owner.getByRole("textbox", { name: "Answer" }).fill(ANSWER);
    await expectNoFault(owner);
    await buttonOf(owner, "Answer").click();
    await expect(panelOf(owner, "You answered")).toContainText(ANSWER);
    await needs.click();
    await expect(messages.getByText("Olga Bear")).toHaveCount(0);
  });

  await test.step("reads everything about the customer", async () => {
    await owner.goto(`/admin/orders/${order.order.id}`);
    await owner.getByRole("link", { name: "Open the customer's page" }).click();
    await expect(owner).toHaveURL(`/admin/customers/order-${order.order.id}`);
    await expect(owner.getByRole("heading", { level: 2 })).toHaveText(/\S/);
    await expect(panelOf(owner, "Customer")).toContainText(right);
    await expect(panelOf(owner, "Money")).toContainText("After refunds");
    await expect(panelOf(owner, "Orders").getByRole("listitem")).toHaveCount(1);
    const held = panelOf(owner, "Products and files");
    await expect(held).toContainText(PACK);
    await expect(held).not.toContainText(BOOK);
    await held.getByText(/^\d+ files$/).click();
    await expect(panelOf(owner, "Mails")).toContainText(/\d not delivered/);
    await expect(mails.first()).toContainText(wrong);
    await expect(mails.first()).toContainText("Not delivered");
    await expectSound(owner);
    await panelOf(owner, "Messages").getByRole("link", { name: "Where are my files?" }).click();
    await owner.getByRole("link", { name: "Open the customer's page" }).click();
    await expect(owner).toHaveURL(/\/admin\/customers\/message-\d+$/);
    await expect(panelOf(owner, "Orders").getByRole("listitem")).toHaveCount(1);
  });

  await test.step("the provider, the tables and the mailboxes agree", async () => {
    const book = order.items.find(({ name }) => name === BOOK) as TableRow;
    expect(await store.refundedTo(wrong)).toEqual([book["price"]]);
    expect(order.order).toMatchObject({ email: right, refunded_amount: book["price"] });
    expect(order.refundable).toBe(paid - Number(book["price"]));
    expect(order.refunds).toMatchObject([
      { order_item_id: book.id, status: "succeeded", reason: "Nothing for them" },
    ]);
    expect(order.items.find(({ name }) => name === PACK)).toMatchObject({ revoked_at: null });
    const [message] = await rowsOf(owner, "contact_submissions", { email__eq: right });
    expect(message).toMatchObject({ status: "answered", answer: ANSWER });
    const mailsTo = async () =>
      (await mailbox(owner)).split("<li>").filter((entry) => entry.includes(right));
    for (const subject of ["Your printables are ready", "Re: Where are my files?"]) {
      await expect.poll(mailsTo).toContainEqual(expect.stringContaining(subject));
    }
  });
});

/** Returns the order whose page is open. */
async function orderAt(page: Page): Promise<OrderPage> {
  const id = new URL(page.url()).pathname.split("/").pop();
  return (await page.request.get(`/api/admin/orders/${id}`)).json();
}
