import { expect, test } from "vitest";
import { createTestApp } from "../../support/create-test-app.ts";
import { realPages } from "../../support/page-desk.ts";
import { signInAdmin } from "../../support/table-calls.ts";

function open() {
  const t = createTestApp({ web: realPages });
  const admin = signInAdmin(t);
  const htmlOf = async (path: string) => (await t.app.request(path)).text();
  return { ...t, admin, htmlOf };
}

test.each([
  ["landing.nothing", "Printables", "name", "no text named “landing.nothing”"],
  ["landing", "Printables", "name", "no text named “landing”"],
  ["creator.picture", "Printables", "name", "no text named “creator.picture”"],
  ["landing.title", " ", "value", "Text is required"],
  ["landing.countdown.until", "a".repeat(61), "value", "more than 60 characters"],
  [
    "landing.countdown.until",
    "Until {day}",
    "value",
    "contains {day}, which the shop can’t fill in. You can use {date}, ",
  ],
  [
    "landing.title",
    "Until {date}",
    "value",
    "contains {date}, which the shop can’t fill in. You can use {brand}, ",
  ],
  ["mail.code.code", "Your sign-in code", "value", "needs {code}"],
  ["mail.code.subject", "Your {brand} code", "value", "needs {code}"],
  ["mail.delivery.subject", "Your printables are ready", "value", "needs {number}"],
  ["mail.wayBack", "sign in with {email} or use {find}", "value", "needs {account}"],
  ["mail.received.total", "Total", "value", "needs {amount}"],
  ["mail.contact.thanks.subject", "Thank you\nBcc: a@b.example", "value", "a single line"],
  ["mail.contact.answer.subjectMissing", "Message\u2028to {brand}", "value", "a single line"],
  ["landing.title", "By { day }", "value", "contains {day}"],
])("the text %s cannot become %j", async (name, value, field, message) => {
  const { admin } = open();
  expect(await admin.create("texts", { name, value })).toMatchObject({
    status: 422,
    body: { errors: { [field]: [expect.stringContaining(message)] } },
  });
});

test("a text can be neither changed to an unknown placeholder nor named otherwise", async () => {
  const { admin } = open();
  const text = { name: "landing.countdown.until", value: "Until {date}" };
  const { body } = await admin.create("texts", text);
  const id = Number(body["id"]);
  expect(await admin.change("texts", id, { value: "{nothing}" })).toMatchObject({ status: 422 });
  expect(await admin.change("texts", id, { value: "By {date}" })).toMatchObject({ status: 200 });
});

const PAGES = [
  ["/", "story.hero.headline"],
  ["/contact", "contact.heading"],
  ["/nowhere", "notFound.pricing"],
  ["/app-shell", "shell.title"],
  ["/offline", "offlinePage.title"],
] as const;

test.each(PAGES)(
  "a text of %s is shown at the next request, until it is removed",
  async (path, name) => {
    const { admin, htmlOf } = open();
    const before = await htmlOf(path);
    const { body } = await admin.create("texts", { name, value: "Straight from {brand}" });
    const changed = await htmlOf(path);
    expect(changed).toContain("Straight from Papercub");
    await admin.remove("texts", Number(body["id"]));
    const removed = await htmlOf(path);
    expect(removed).not.toContain("Straight from");
    expect(removed.length).toBe(before.length);
  },
);

test("a text of a mail makes no page longer", async () => {
  const { admin, htmlOf } = open();
  const text = { name: "mail.delivery.title", value: "Your files" };
  expect(await admin.create("texts", text)).toMatchObject({ status: 201 });
  expect(await htmlOf("/")).not.toContain("mail.delivery.title");
});
