import { describe, expect, test } from "vitest";
import { changes, subscriptionRecords } from "../../../db/schema.ts";
import { CALL, MESSAGE, openDesk, SUPPORT } from "../../support/contact.ts";
import { SITE } from "../../support/create-test-app.ts";
import { DAY_MS } from "../../support/money.ts";
import { signInAdmin } from "../../support/table-calls.ts";

const { formId: _, ...FIELDS } = MESSAGE;
const ADMINS = { formId: "admin_subscription_records_form" };
const SUBSCRIPTION = { ...ADMINS, user_id: 1, email: "Anna@example.com", session_id: "cs_test_1" };
const MISSING = {
  name: ["Full Name is required"],
  email: ["Email Address is required"],
  message: ["Message is required"],
};

describe("refused is", () => {
  test.each<[body: unknown, status: number, errors?: Record<string, string[]>]>([
    [[], 400],
    [{ ...MESSAGE, formId: "newsletter" }, 422],
    [ADMINS, 401],
    [{ ...MESSAGE, name: "", email: " ", message: undefined }, 422, MISSING],
    [{ ...MESSAGE, name: ["Anna"] }, 422, { name: ["Full Name must be a string"] }],
    [{ ...MESSAGE, name: "A\r\nBcc: x@y.example" }, 422, { name: ["Full Name is not valid"] }],
    [{ ...MESSAGE, email: "anna" }, 422, { email: ["Email Address is not a valid email"] }],
  ])("%j with %d", async (body, status, errors) => {
    const desk = openDesk();
    const response = await desk.send(body);
    expect(response.status).toBe(status);
    const answer = (await response.json()) as Record<string, unknown>;
    expect(answer).toHaveProperty("message");
    if (errors) {
      const message = Object.values(errors)[0]?.[0];
      expect(answer).toMatchObject({ code: "invalid", message, errors });
    }
    expect([desk.submissions(), desk.queued()]).toEqual([[], []]);
  });

  test("a message whose mails cannot be queued: it is not kept either", async () => {
    const desk = openDesk();
    desk.db.sqlite.exec("DROP TABLE emails");
    expect((await desk.send(MESSAGE)).status).toBe(500);
    expect(desk.submissions()).toEqual([]);
  });
});

test("an administrator's subscription record is stored once, and no mail goes out", async () => {
  const desk = openDesk();
  const admin = signInAdmin(desk);
  const response = await admin.post(CALL, SUBSCRIPTION);
  expect([response.status, await response.json()]).toEqual([200, { success: true }]);
  const { formId: _formId, ...record } = SUBSCRIPTION;
  const stored = desk.db.select().from(subscriptionRecords).all();
  expect(stored).toMatchObject([
    {
      userId: record.user_id,
      email: "anna@example.com",
      sessionId: record.session_id,
      status: "active",
    },
  ]);
  expect(desk.queued()).toEqual([]);
  expect((await admin.post(CALL, SUBSCRIPTION)).status).toBe(409);
});

test("a message is stored, the support is told and the sender is thanked", async () => {
  const desk = openDesk();
  const kept = {
    userAgent: "Test Browser",
    deviceType: "Desktop",
    localTime: "21 Nov 2026, 10:00",
    italianTime: "21 Nov 2026, 11:00",
    browserLanguage: "en-US",
    screenResolution: "1280x800",
  };
  const timestamp = "2026-11-21T10:00:00.000Z";
  const response = await desk.send({ ...MESSAGE, email: "Anna@Example.com", ...kept, timestamp });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ success: true });
  expect(desk.submissions()).toMatchObject([
    { ...FIELDS, ...kept, status: "new", version: 1, sentAt: timestamp },
  ]);
  const recorded = desk.db.select().from(changes).all();
  expect(recorded.filter((change) => change.tableName === "contact_submissions")).toMatchObject([
    { action: "insert", actor: "visitor", rowId: 1 },
  ]);

  await desk.settle();
  expect(desk.mails).toMatchObject([
    { to: SUPPORT, replyTo: "anna@example.com", subject: "Contact form: Month 3" },
    { to: "anna@example.com", replyTo: SUPPORT, subject: "Thank you for contacting Papercub" },
  ]);
  expect(desk.mails[0]?.text).toContain("Test Browser");
  expect(desk.mails[1]?.text).toContain(MESSAGE.message);
  expect(desk.queued().map(({ status }) => status)).toEqual(["sent", "sent"]);
});

test.each<[string, object, object]>([
  ["a long device text is cut", { userAgent: "x".repeat(5000) }, { userAgent: "x".repeat(200) }],
  ["an odd device text is dropped", { deviceType: 7 }, { deviceType: null }],
  ["line breaks become spaces", { localTime: "a\r\nb" }, { localTime: "a  b" }],
  ["unknown keys are ignored", { id: 99, status: "done" }, { id: 1, status: "new" }],
  ["no subject is no subject", { subject: undefined }, { subject: null }],
  ["a blank subject is none", { subject: "  " }, { subject: null }],
])("of what is sent, %s", async (_name, sent, stored) => {
  const desk = openDesk();
  expect((await desk.send({ ...MESSAGE, ...sent })).status).toBe(200);
  expect(desk.submissions()).toMatchObject([stored]);
});

test("with CONTACT_QUOTE=off the thank-you mail does not repeat the message", async () => {
  const desk = openDesk({ CONTACT_QUOTE: "off" });
  await desk.send(MESSAGE);
  await desk.settle();
  expect(desk.mails.map(({ text }) => text.includes("maze"))).toEqual([true, false]);
});

test("a message that was deleted meanwhile is not mailed", async () => {
  const desk = openDesk();
  await desk.send(MESSAGE);
  desk.db.sqlite.exec("DELETE FROM contact_submissions");
  await desk.settle();
  expect(desk.mails).toEqual([]);
  expect(desk.queued().map(({ status }) => status)).toEqual(["dead", "dead"]);
});

describe("what the traps caught is answered like success and kept", () => {
  test("from the field that people do not see, and told once a day", async () => {
    const desk = openDesk();
    const send = async () => {
      const response = await desk.send({ ...MESSAGE, reference: "buy now" });
      expect(await response.json()).toEqual({ success: true });
      await desk.settle();
    };
    for (let i = 0; i < 3; i++) await send();
    expect(desk.submissions().map(({ status }) => status)).toEqual(Array(3).fill("suspect"));
    expect(desk.mails).toMatchObject([{ to: SUPPORT }]);
    expect(desk.mails[0]?.text).not.toContain("maze");
    desk.clock.advance(DAY_MS);
    await send();
    expect(desk.mails).toHaveLength(2);
  });

  test.each([
    [0, "suspect"],
    [1999, "suspect"],
    [2000, "new"],
    [-5000, "new"],
  ])("from a form that was filled in after %i ms, which is %s", async (ms, status) => {
    const desk = openDesk();
    const openedAt = String(desk.clock.now().getTime() - ms);
    const response = await desk.postForm({ ...FIELDS, openedAt });
    expect(response.headers.get("Location")).toBe("/contact?sent=1");
    expect(desk.submissions()).toMatchObject([{ status }]);
  });
});

describe("the form without a script", () => {
  test("comes back refused with what was typed, when it was opened and what is wrong", async () => {
    const desk = openDesk();
    const openedAt = String(desk.clock.now().getTime() - 60_000);
    const typed = { ...FIELDS, email: 'an"na@', message: "<b>short", openedAt };
    const response = await desk.postForm(typed);
    expect(response.status).toBe(422);
    const html = await response.text();
    for (const part of [
      "Email Address is not a valid email",
      "Message must be at least 10 characters",
      'value="Anna Bear"',
      'value="an&quot;na@"',
      "&lt;b&gt;short</textarea>",
      `name="openedAt" value="${openedAt}"`,
    ]) {
      expect(html).toContain(part);
    }
    expect(html).not.toMatch(/Full Name must|<b>short/);
    expect(desk.submissions()).toEqual([]);
  });

  test("comes back from a fault with everything in it", async () => {
    const desk = openDesk();
    desk.db.sqlite.exec("DROP TABLE contact_submissions");
    const response = await desk.postForm(FIELDS);
    expect(response.status).toBe(500);
    const html = await response.text();
    expect(html).toContain("Error sending message. Please try again later.");
    expect(html).toContain(FIELDS.message);
    expect(html).not.toContain("SQLITE");
  });

  test("leads to the page that says so, with a message of 12 bytes a character too", async () => {
    const desk = openDesk();
    const message = "🐻".repeat(1000);
    const response = await desk.postForm({ ...FIELDS, message });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/contact?sent=1"]);
    expect(desk.submissions()).toMatchObject([{ message }]);
    const page = await desk.app.request(`${SITE}/contact?sent=1`);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain("Message Sent!");
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Back to Home<\/a>/);
    expect(html).not.toContain('action="/contact"');
    await desk.settle();
    expect(desk.mails).toHaveLength(2);
  });
});

const clientNo = (i: number) => `198.51.${Math.floor(i / 250)}.${(i % 250) + 1}`;
const thanksOf = ({ mails }: ReturnType<typeof openDesk>) =>
  mails.filter(({ to }) => to !== SUPPORT);

test("100 messages about one address: one mail to it, all of them to the support", async () => {
  const desk = openDesk();
  const spellings = ["victim", "VICTIM", "vic.tim", "victim+a"].map((name) => `${name}@gmail.com`);
  for (let i = 0; i < 100; i++) {
    const email = spellings[i % spellings.length];
    expect((await desk.send({ ...MESSAGE, email }, clientNo(i))).status).toBe(200);
  }
  await desk.settle();
  expect(thanksOf(desk)).toHaveLength(1);
  expect(desk.submissions()).toHaveLength(100);
  expect(desk.mails).toHaveLength(101);
});

test("the day of an address runs from its last thank-you mail, not from midnight", async () => {
  const desk = openDesk();
  const steps = [
    [0, 1],
    [DAY_MS - 1, 1],
    [1, 2],
  ] as const;
  for (const [nth, [ms, thanked]] of steps.entries()) {
    desk.clock.advance(ms);
    await desk.send(MESSAGE, clientNo(nth));
    await desk.settle();
    expect(thanksOf(desk)).toHaveLength(thanked);
  }
});

describe("one client", () => {
  test("is thanked three times an hour, and every message arrives", async () => {
    const desk = openDesk();
    for (let i = 0; i < 10; i++) {
      const email = `person${i}@example.org`;
      expect((await desk.send({ ...MESSAGE, email })).status).toBe(200);
    }
    await desk.settle();
    expect(thanksOf(desk)).toHaveLength(3);
    expect(desk.mails).toHaveLength(13);
    expect(desk.submissions().map(({ status }) => status)).toEqual(Array(10).fill("new"));
  });

  test("is counted for what it sent well alone", async () => {
    const desk = openDesk();
    for (let i = 0; i < 5; i++) await desk.send({ ...MESSAGE, message: "short" });
    await desk.send(MESSAGE);
    await desk.settle();
    expect(thanksOf(desk)).toHaveLength(1);
  });
});
