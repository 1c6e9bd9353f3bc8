import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";
import { changes, emails } from "../../../db/schema.ts";
import { smtpMailer } from "../../../server/integrations/smtp.ts";
import { openBrowser } from "../../support/browser.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { openSmtpServer } from "../../support/smtp-stub.ts";

const ANNA = "anna@example.com";
const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const DOWN = { code: 451, text: "Try later" };

/** Opens the test shop with a real mailer and mail server; `state.refusal` makes it reject mail. */
async function shopWithMail() {
  const t = createTestApp();
  const state: { refusal?: typeof DOWN | undefined } = {};
  const arrived = Promise.withResolvers<void>();
  const server = await openSmtpServer({
    onMail: () => {
      arrived.resolve();
      return state.refusal;
    },
  });
  const { send } = smtpMailer({ url: server.url, from: "Papercub <hello@papercub.example>" });
  t.mailer.send = async (mail) => void (await send(mail));
  const browser = openBrowser(t);
  return {
    ...t,
    state,
    arrived: arrived.promise,
    received: () => Promise.all(server.received.map(({ raw }) => PostalMime.parse(raw))),
    row: () => t.db.select().from(emails).all().at(-1),
    ask: () => browser.post("/api/send-otp", { email: ANNA }),
    verify: (otp: string | undefined) => browser.post("/api/verify-otp", { email: ANNA, otp }),
  };
}

const codeOf = (subject: string | undefined) => /^\d{6}/.exec(subject ?? "")?.[0];

/** Advances the clock in steps of 5 s and sends the mails due at each step. */
async function pass(t: Awaited<ReturnType<typeof shopWithMail>>, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5 * SECOND_MS) {
    t.clock.advance(5 * SECOND_MS);
    await t.settle();
  }
}

test("its mail reads well in a notification: the code first, then where and how long it works", async () => {
  const t = await shopWithMail();
  await t.ask();
  await t.settle();
  const [mail] = await t.received();
  const code = codeOf(mail?.subject);
  expect(mail?.subject).toBe(`${code} is your Papercub code`);
  const WORKS = "It works for 10 minutes, in the browser where you asked for it.";
  // Mail clients preview the start of the body text next to the subject.
  const shown = mail?.html?.replace(/<head[\s\S]*?<\/head>|<[^>]+>|&\w+;/g, " ").trim();
  expect(shown?.startsWith(`${code}: ${WORKS}`)).toBe(true);
  expect(mail?.text?.startsWith(`Your sign-in code: ${code}\n\n${WORKS}`)).toBe(true);
  expect(mail?.text).not.toContain("order");
});

describe("a mail is never late", () => {
  test("while the server refuses it is tried again, and sent as long as its code works", async () => {
    const t = await shopWithMail();
    t.state.refusal = DOWN;
    await t.ask();
    await pass(t, 4 * MINUTE_MS);
    expect(await t.received()).toEqual([]);
    t.state.refusal = undefined;
    await pass(t, 4 * MINUTE_MS);
    const [mail] = await t.received();
    expect((await t.verify(codeOf(mail?.subject))).status).toBe(200);
  });

  test("a server that is down for ten minutes gets none of it, then or ever", async () => {
    const t = await shopWithMail();
    t.state.refusal = DOWN;
    await t.ask();
    await pass(t, 10 * MINUTE_MS);
    t.state.refusal = undefined;
    await pass(t, 10 * MINUTE_MS);
    expect(await t.received()).toEqual([]);
    expect(t.row()).toMatchObject({ status: "dead", lastError: "It couldn't be sent in time." });
  });

  test("it is not begun in the last minute: it would arrive with a code that is over", async () => {
    const t = await shopWithMail();
    await t.ask();
    t.clock.advance(9 * MINUTE_MS);
    await t.settle();
    expect(await t.received()).toEqual([]);
    expect(t.row()?.status).toBe("dead");
  });

  test.each<[string, (t: Awaited<ReturnType<typeof shopWithMail>>) => Promise<unknown>]>([
    ["a newer one was asked for", (t) => t.ask()],
    [
      "its five tries are used up",
      async (t) => {
        for (let i = 0; i < 5; i++) await t.verify("no code");
      },
    ],
  ])("the code of a mail that waits is void when %s: it is not sent", async (_name, spoil) => {
    const t = await shopWithMail();
    t.state.refusal = DOWN;
    await t.ask();
    await t.settle();
    await spoil(t);
    t.state.refusal = undefined;
    await pass(t, MINUTE_MS);
    const rows = t.db.select().from(emails).all();
    expect(rows[0]?.status).toBe("dead");
    expect(await t.received()).toHaveLength(rows.length - 1);
  });
});

test("a refusal that quotes the subject leaves the code in no row", async () => {
  const t = await shopWithMail();
  let code = "";
  const { send } = t.mailer;
  t.mailer.send = async (mail) => {
    code = codeOf(mail.subject) ?? "";
    t.state.refusal = { code: 554, text: `Rejected for its subject: ${mail.subject}` };
    await send(mail);
  };
  await t.ask();
  await t.settle();
  expect(code).toMatch(/^\d{6}$/);
  expect(t.row()?.lastError).toContain("Rejected for its subject: … is your Papercub code");
  const kept = JSON.stringify([t.db.select().from(changes).all(), t.logged]);
  expect(kept.match(/[\w-]+/g)).not.toContain(code);
});
