import type { Locator, Page } from "playwright/test";
import type { OrderPage } from "../../server/contract/admin-answers.ts";
import type { TableRow } from "../../server/contract/tables.ts";
import { rowsOf } from "./admin-fixture.ts";
import { expect, newBuyer, test } from "./funnel-shop.ts";
import { buyAhead, openLive, openMailTo } from "./shop.ts";
import { expectNoFault } from "./sound.ts";
import { signInAsOwner } from "./sign-in.ts";

const PACK = "Premium Pack";
const BOOK = "Dinosaur Busy Book";
const COMPLAINT = "I have paid and no files came. And the dinosaurs are nothing for us.";
const ANSWER = "I am sorry! The files are on their way, and the dinosaurs are refunded.";

/** An address that the demo's mailbox does not accept. */
const mistyped = () => newBuyer("nobody");

const panelOf = (page: Page, name: string) => page.getByRole("region", { name });
const mailsOf = (page: Page) => panelOf(page, "Mails").getByRole("listitem");

async function complain(page: Page, email: string) {
  await openLive(page, "/contact");
  await page.getByLabel("Full Name").fill("Anna Bear");
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Subject").fill("Where are my files?");
  await page.getByLabel("Message").fill(COMPLAINT);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Your message has been sent successfully.")).toBeVisible();
}

async function openAdmin(page: Page) {
  await signInAsOwner(page);
  await page.goto("/admin/needs");
  await expect(page.getByRole("heading", { name: "Needs attention" })).toBeVisible();
}

/** Finds an order by what its buyer wrote, and opens its screen. */
async function findOrder(page: Page, text: string) {
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Find anything" });
  await palette.getByPlaceholder("A table, a view, an order's number, an email…").fill(text);
  await palette
    .getByRole("menuitem")
    .filter({ hasText: text })
    .filter({ hasText: "Orders" })
    .click();
  await expect(page.getByRole("heading", { name: /^Order / })).toBeVisible();
}

/** Submits the open dialog and waits for its confirmation. */
async function finish(page: Page, press: Locator, title: string) {
  await press.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("status").getByText(`${title}: done.`).last()).toBeVisible();
}

const inDialog = (page: Page, name: string | RegExp) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true });

test("an owner's day: a complaint is answered, its order set right and one line refunded", async ({
  page,
  browser,
  baseURL,
  watch,
  store,
}) => {
  test.slow();
  const wrong = mistyped();
  const right = newBuyer("anna");
  await buyAhead(page, { pack: PACK, extras: [BOOK], email: wrong });
  const [paid = 0] = await store.paidBy(wrong);
  await complain(page, right);

  const office = await browser.newContext({ ...(baseURL && { baseURL }) });
  watch(office);
  const owner = await office.newPage();
  await openAdmin(owner);
  const messages = panelOf(owner, "Unread messages");
  const failed = panelOf(owner, "Undelivered mails");
  await expect(messages.getByRole("link", { name: /Anna Bear/ })).toBeVisible();
  await expect(async () => {
    await owner.reload();
    await expect(failed).toContainText(wrong, { timeout: 1000 });
  }).toPass();
  await expectNoFault(owner);

  await findOrder(owner, wrong);
  await expect(mailsOf(owner).first()).toContainText("Not delivered");
  await expectNoFault(owner);

  // Sending to the same address fails again.
  await owner.getByRole("button", { name: "Send the files again" }).click();
  await expect(owner.getByRole("dialog")).toContainText(`Sends a mail to ${wrong}.`);
  await finish(owner, inDialog(owner, "Send the files again"), "Send the files again");
  await expect(async () => {
    await owner.reload();
    await expect(mailsOf(owner).filter({ hasText: "Not delivered" })).toHaveCount(2, {
      timeout: 1000,
    });
  }).toPass();

  await owner.getByRole("button", { name: "Correct the email" }).click();
  const email = owner.getByRole("dialog").getByLabel("Email");
  await email.fill("anna@nowhere");
  await inDialog(owner, "Correct the email").click();
  await expect(owner.getByRole("dialog")).toContainText("Email is not a valid email");
  await email.fill(right);
  await finish(owner, inDialog(owner, "Correct the email"), "Correct the email");
  await expect(panelOf(owner, "Buyer")).toContainText(right);

  await owner.getByRole("button", { name: "Refund", exact: true }).click();
  await owner.getByRole("menuitem", { name: new RegExp(BOOK) }).click();
  await owner.getByRole("dialog").getByLabel("Reason").fill("Nothing for them");
  await inDialog(owner, "Continue").click();
  const press = owner.getByRole("dialog").getByRole("button", { name: /^Refund this item \$/ });
  await expect(press).toBeVisible();
  await finish(owner, press, "Refund this item");
  const line = panelOf(owner, "Lines").getByRole("listitem").filter({ hasText: BOOK });
  await expect(line).toContainText("Revoked: refunded");
  const orderId = Number(new URL(owner.url()).pathname.split("/").pop());

  await owner.getByRole("link", { name: "Needs attention" }).first().click();
  await messages.getByRole("link", { name: /Anna Bear/ }).click();
  await expect(panelOf(owner, "Where are my files?")).toContainText(COMPLAINT);
  const found = panelOf(owner, "Orders of this email").getByRole("listitem");
  await expect(found).toHaveCount(1);
  await owner.getByRole("textbox", { name: "Answer" }).fill(ANSWER);
  await expectNoFault(owner);
  await owner.getByRole("button", { name: "Answer", exact: true }).click();

  await expect(panelOf(owner, "You answered")).toContainText(ANSWER);
  await owner.getByRole("link", { name: "Needs attention" }).first().click();
  await expect(messages.getByText("Anna Bear")).toHaveCount(0);

  // The results at the provider, in the tables and in the mailboxes.
  const order: OrderPage = await (await owner.request.get(`/api/admin/orders/${orderId}`)).json();
  const book = order.items.find(({ name }) => name === BOOK) as TableRow;
  const pack = order.items.find(({ name }) => name === PACK);
  expect(await store.givenBackTo(wrong)).toEqual([book["price"]]);
  expect(order.order).toMatchObject({ email: right, refunded_amount: book["price"] });
  expect(order.refundable).toBe(paid - Number(book["price"]));
  expect(order.refunds).toMatchObject([
    { order_item_id: book.id, status: "succeeded", reason: "Nothing for them" },
  ]);
  expect(book).toMatchObject({ revoke_reason: "refund" });
  expect(pack).toMatchObject({ revoked_at: null });
  const [message] = await rowsOf(owner, "contact_submissions", { email__eq: right });
  expect(message).toMatchObject({ status: "answered", answer: ANSWER });
  const changed = await rowsOf(owner, "changes", { table_name: "orders", row_id: String(orderId) });
  expect(changed.some(({ actor }: TableRow) => /^admin:\d+$/.test(String(actor)))).toBe(true);

  const files = await openMailTo(page, right, /Your printables are ready/);
  await expect(files.getByRole("link").first()).toBeVisible();
  const answer = await openMailTo(page, right, "Re: Where are my files?");
  await expect(answer.getByText(ANSWER, { exact: true })).toBeVisible();
  await office.close();
});
