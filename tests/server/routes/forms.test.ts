import { describe, expect, test } from "vitest";
import { changes } from "../../../db/schema.ts";
import { signIn } from "../../support/shop.ts";
import { CALL, MESSAGE, openDesk, SUPPORT } from "../../support/contact.ts";

const HOUR_MS = 3_600_000;

describe("refused", () => {
  test.each<[string, unknown, number, Record<string, string>?]>([
    ["broken JSON", "{", 400],
    ["a list", [], 400],
    ["nothing", "null", 400],
    ["no form", { ...MESSAGE, formId: undefined }, 422],
    ["an unknown form", { ...MESSAGE, formId: "newsletter" }, 422],
    ["a body past 64 kB", { ...MESSAGE, userAgent: "x".repeat(1_000_000) }, 413],
    ["another type", JSON.stringify(MESSAGE), 415, { "Content-Type": "text/plain" }],
    ["another site", MESSAGE, 403, { Origin: "https://evil.example" }],
    ["the administrators' form", { formId: "admin_subscription_records_form" }, 401],
  ])("%s", async (_name, body, status, headers) => {
    const desk = openDesk();
    const response = await desk.send(body, "192.0.2.1", headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty("message");
    expect(desk.submissions()).toEqual([]);
    expect(desk.queued()).toEqual([]);
  });

  test("the administrators' form from somebody who is signed in and none", async () => {
    const desk = openDesk();
    const browser = signIn(desk, "anna@example.com");
    const response = await browser.post(CALL, { formId: "admin_subscription_records_form" });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "forbidden" });
  });

  test.each<[Record<string, unknown>, Record<string, string[]>]>([
    [
      { name: "", email: " ", message: undefined },
      {
        name: ["Full Name is required"],
        email: ["Email Address is required"],
        message: ["Message is required"],
      },
    ],
    [{ name: "A" }, { name: ["Full Name must be at least 2 characters"] }],
    [{ name: "A".repeat(101) }, { name: ["Full Name cannot exceed 100 characters"] }],
    [{ name: ["Anna"] }, { name: ["Full Name must be a string"] }],
    [{ name: "Anna\r\nBcc: x@example.com" }, { name: ["Full Name is not valid"] }],
    [{ email: "anna" }, { email: ["Email Address is not a valid email"] }],
    [{ email: { a: 1 } }, { email: ["Email Address must be a string"] }],
    [{ subject: "x".repeat(201) }, { subject: ["Subject cannot exceed 200 characters"] }],
    [{ subject: "Hi\nBcc: x@example.com" }, { subject: ["Subject is not valid"] }],
    [{ subject: 5 }, { subject: ["Subject must be a string"] }],
    [{ message: "too short" }, { message: ["Message must be at least 10 characters"] }],
    [{ message: "  short    \n " }, { message: ["Message must be at least 10 characters"] }],
    [{ message: "x".repeat(1001) }, { message: ["Message cannot exceed 1000 characters"] }],
  ])("%j", async (changed, errors) => {
    const desk = openDesk();
    const response = await desk.send({ ...MESSAGE, ...changed });
    expect(response.status).toBe(422);
    const [first] = Object.values(errors);
    expect(await response.json()).toMatchObject({ code: "invalid", message: first?.[0], errors });
    expect(desk.submissions()).toEqual([]);
    expect(desk.queued()).toEqual([]);
  });
});

test("a message is stored, the support is told and the sender is thanked", async () => {
  const desk = openDesk();
  const device = {
    userAgent: "Test Browser",
    deviceType: "Desktop",
    localTime: "21 Nov 2026, 10:00",
    italianTime: "21 Nov 2026, 11:00",
    browserLanguage: "en-US",
    screenResolution: "1280x800",
    timestamp: "2026-11-21T10:00:00.000Z",
  };
  const response = await desk.send({ ...MESSAGE, email: "Anna@Example.com", ...device });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ success: true });

  const { timestamp, ...kept } = device;
  expect(desk.submissions()).toMatchObject([
    {
      name: "Anna Bear",
      email: "anna@example.com",
      subject: "Month 3",
      message: MESSAGE.message,
      status: "new",
      version: 1,
      sentAt: timestamp,
      ...kept,
    },
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

test("nothing is kept when the mails cannot be queued", async () => {
  const desk = openDesk();
  desk.db.sqlite.exec("DROP TABLE emails");
  expect((await desk.send(MESSAGE)).status).toBe(500);
  expect(desk.submissions()).toEqual([]);
});

test("long device texts are cut, odd ones dropped, unknown keys ignored", async () => {
  const desk = openDesk();
  const sent = { userAgent: "x".repeat(5000), deviceType: 7, localTime: "a\r\nb", status: "done" };
  expect((await desk.send({ ...MESSAGE, ...sent, id: 99 })).status).toBe(200);
  expect(desk.submissions()).toMatchObject([
    { id: 1, userAgent: "x".repeat(200), deviceType: null, localTime: "a  b", status: "new" },
  ]);
});

test("no subject is no subject", async () => {
  const desk = openDesk();
  await desk.send({ ...MESSAGE, subject: undefined });
  await desk.send({ ...MESSAGE, subject: "  " });
  expect(desk.submissions().map(({ subject }) => subject)).toEqual([null, null]);
});

test("a message of 1000 characters that take 12 bytes each is taken", async () => {
  const desk = openDesk();
  const fields = { name: MESSAGE.name, email: MESSAGE.email, subject: "" };
  const message = "🐻".repeat(1000);
  expect((await desk.postForm({ ...fields, message })).status).toBe(303);
  expect(desk.submissions()[0]?.message).toBe(message);
});

test("the quote stays away when the owner wants it so", async () => {
  const desk = openDesk({ CONTACT_QUOTE: "off" });
  await desk.send(MESSAGE);
  await desk.settle();
  expect(desk.mails[0]?.text).toContain("maze");
  expect(desk.mails[1]?.text).not.toContain("maze");
});

test("a message that was deleted meanwhile is mailed to nobody", async () => {
  const desk = openDesk();
  await desk.send(MESSAGE);
  desk.db.sqlite.exec("DELETE FROM contact_submissions");
  await desk.settle();
  expect(desk.mails).toEqual([]);
  expect(desk.queued().map(({ status }) => status)).toEqual(["dead", "dead"]);
});

describe("what the traps caught is answered like success, kept, and told once a day", () => {
  test("the field that people do not see", async () => {
    const desk = openDesk();
    for (let i = 0; i < 3; i++) {
      const response = await desk.send({ ...MESSAGE, reference: "buy now" });
      expect(await response.json()).toEqual({ success: true });
    }
    expect(desk.submissions().map(({ status }) => status)).toEqual(Array(3).fill("suspect"));
    await desk.settle();
    expect(desk.mails).toHaveLength(1);
    expect(desk.mails[0]).toMatchObject({ to: SUPPORT });
    expect(desk.mails[0]?.text).not.toContain("maze");
    desk.clock.advance(24 * HOUR_MS);
    await desk.send({ ...MESSAGE, reference: "buy now" });
    await desk.settle();
    expect(desk.mails).toHaveLength(2);
  });

  test.each([
    [0, "suspect"],
    [1999, "suspect"],
    [2000, "new"],
    [-5000, "new"],
  ])("a form that was filled in after %i ms is %s", async (ms, status) => {
    const desk = openDesk();
    const openedAt = String(desk.clock.now().getTime() - ms);
    const { formId: _, ...fields } = MESSAGE;
    const response = await desk.postForm({ ...fields, openedAt });
    expect(response.headers.get("Location")).toBe("/contact?sent=1");
    expect(desk.submissions()).toMatchObject([{ status }]);
  });
});
