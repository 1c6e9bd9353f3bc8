import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { MAIL_WAIT_MS } from "../../../server/domain/sign-in/sign-in-link.ts";
import { startJobs } from "../../../server/process/jobs.ts";
import type { Browser } from "../../support/browser.ts";
import { DELAYED_CARD, emailsOf } from "../../support/money.ts";
import { realPages } from "../../support/page-desk.ts";
import { buy, openShop } from "../../support/shop.ts";
import { signInAdmin } from "../../support/table-calls.ts";
import { askForCode, signedIn } from "../../support/sign-in.ts";
import { BEHIND_PROXY, browserOf, codesOf } from "./crowd.ts";

// Emails in each state that responses must not reveal. All have the same length.
const ADDRESSES = {
  "has an account": "account@example.com",
  "has bought as a guest": "orderer@example.com",
  "has bought and has an account": "patroon@example.com",
  "waits for a code": "waiting@example.com",
  "has no code any more": "blocked@example.com",
  "runs the shop": "manager@example.com",
  "is unknown": "unknown@example.com",
};

const LIMIT = { timeout: 60_000 };

async function populated() {
  const t = await openShop({ web: realPages, env: BEHIND_PROXY });
  let clients = 0;
  const client = () => browserOf(t, ++clients);
  await buy(t, client(), { products: [t.pack], email: ADDRESSES["has bought as a guest"] });
  const patron = ADDRESSES["has bought and has an account"];
  await buy(t, client(), { products: [t.book], email: patron });
  await signedIn(t, patron);
  await signedIn(t, ADDRESSES["has an account"]);
  signInAdmin(t, ADDRESSES["runs the shop"]);
  await askForCode(t, client(), ADDRESSES["waits for a code"]);
  const blocked = ADDRESSES["has no code any more"];
  const asker = client();
  await askForCode(t, asker, blocked);
  t.db.sqlite.prepare("UPDATE one_time_codes SET attempts = 100 WHERE email = ?").run(blocked);
  return { ...t, client };
}

/** Serializes a response without its request id, date, cookie values and the entered email. */
async function saidBy(response: Response, email: string) {
  const body = (await response.text()).replaceAll(email, "…").replace(/"requestId":"[^"]+"/, "");
  const headers = [...response.headers]
    .filter(([name]) => name !== "x-request-id" && name !== "date")
    .map(([name, value]) => [name, name === "set-cookie" ? value.replace(/=[^;]+/, "=…") : value]);
  return JSON.stringify({ status: response.status, headers, body });
}

type Ask = (browser: Browser, email: string) => Promise<Response>;
const call =
  (path: string, otp?: string): Ask =>
  (browser, email) =>
    browser.post(path, { email, otp });
const form =
  (path: string, more = {}): Ask =>
  (browser, email) =>
    browser.postForm(path, { email, ...more });

const guessAfterAsking: Ask = async (browser, email) => {
  await browser.post("/api/orders/find", { email });
  return browser.post("/api/verify-otp", { email, otp: "no code" });
};

test.each<[string, Ask, number]>([
  ["POST /api/send-otp", call("/api/send-otp"), 200],
  ["POST /api/orders/find", call("/api/orders/find"), 200],
  ["POST /api/verify-otp, never asked", call("/api/verify-otp", "123456"), 400],
  ["POST /api/verify-otp, asked by this browser", guessAfterAsking, 400],
  ["the form /login", form("/login"), 200],
  ["the form /orders/find", form("/orders/find"), 200],
  ["the form /login, with a code", form("/login", { otp: "12345" }), 400],
])("%s answers byte for byte alike for every address", LIMIT, async (_name, ask, status) => {
  const t = await populated();
  const answers = new Map<string, string[]>();
  for (const [kind, email] of Object.entries(ADDRESSES)) {
    const response = await ask(t.client(), email);
    expect(response.status).toBe(status);
    const said = await saidBy(response, email);
    answers.set(said, [...(answers.get(said) ?? []), kind]);
  }
  expect([...answers.values()]).toEqual([Object.keys(ADDRESSES)]);
});

test("an address over its limit is refused alike, known or not", async () => {
  const t = await populated();
  const prepare = vi.spyOn(t.db.sqlite, "prepare");
  const answers = new Set<string>();
  const steps = new Set<string>();
  const kinds = ["has an account", "runs the shop", "is unknown"] as const;
  // The first email warms up the prepared statements.
  for (const email of ["visitor@example.com", ...kinds.map((kind) => ADDRESSES[kind])]) {
    // Some emails already have counted requests, so repeat until the limit is reached.
    let [response, mails] = [new Response(), 0];
    while (response.status === 200) {
      mails = emailsOf(t).length;
      prepare.mockClear();
      response = await t.client().post("/api/orders/find", { email });
    }
    expect(response.status).toBe(429);
    response.headers.delete("Retry-After");
    answers.add(await saidBy(response, email));
    const queries = prepare.mock.calls.map(([query]) => query);
    const isFirst = email === "visitor@example.com";
    if (!isFirst) steps.add(JSON.stringify([queries, emailsOf(t).length - mails]));
  }
  expect([answers.size, steps.size]).toEqual([1, 1]);
});

describe("the way back to orders", () => {
  test("takes the same steps and leaves the same rows for every address", async () => {
    const t = await populated();
    const prepare = vi.spyOn(t.db.sqlite, "prepare");
    const write = vi.spyOn(t.db, "write");
    const steps = new Set<string>();
    for (const email of Object.values(ADDRESSES)) {
      const [codes, mails] = [codesOf(t).length, emailsOf(t).length];
      prepare.mockClear();
      write.mockClear();
      await t.client().post("/api/orders/find", { email });
      const queries = prepare.mock.calls.map(([query]) => query);
      expect(queries.filter((query) => query.includes(`"orders"`))).toEqual([]);
      const writes = write.mock.calls.length;
      const rows = [codesOf(t).length - codes, emailsOf(t).length - mails];
      steps.add(JSON.stringify({ queries, writes, rows }));
    }
    expect(steps.size).toBe(1);
  });

  test("mails buyers alone, also those whose bank debit is under way", async () => {
    const t = await populated();
    const debtor = "debtor@example.com";
    await buy(t, t.client(), { products: [t.pack], email: debtor, card: DELAYED_CARD });
    const gone = "refused@example.com";
    await buy(t, t.client(), { products: [t.pack], email: gone, card: "4000000000000002" });
    const sent = t.mails.length;
    const { "has bought as a guest": guest, "has bought and has an account": patron } = ADDRESSES;
    const buyers = [guest, patron, debtor];
    const strangers = [ADDRESSES["has an account"], ADDRESSES["is unknown"], gone];
    for (const email of [...strangers, ...buyers]) {
      expect((await t.client().post("/api/orders/find", { email })).status).toBe(200);
    }
    await t.settle();
    expect(t.mails.slice(sent).map((mail) => mail.to)).toEqual(buyers);
    const kept = emailsOf(t).filter(({ recipient }) => recipient === gone);
    expect(kept).toMatchObject([{ status: "dead", subject: null }]);
  });
});

test("the way back to orders sets no work going that would tell of a mail", async () => {
  const t = await populated();
  const jobs = startJobs(t.deps);
  onTestFinished(() => jobs.stop());
  const before = emailsOf(t).length;
  for (const email of Object.values(ADDRESSES)) {
    expect((await t.client().post("/api/orders/find", { email })).status).toBe(200);
  }
  await setTimeout(50);
  const asked = emailsOf(t).slice(before);
  expect(asked).toHaveLength(Object.keys(ADDRESSES).length);
  for (const mail of asked) expect(mail).toMatchObject({ status: "queued", attempts: 0 });

  // An unrelated request wakes the queue later, which then processes these mails.
  t.clock.advance(MAIL_WAIT_MS);
  await t.client().post("/api/send-otp", { email: "visitor@example.com" });
  await vi.waitFor(() => {
    const decided = emailsOf(t).slice(before, before + asked.length);
    expect(new Set(decided.map(({ status }) => status))).toEqual(new Set(["sent", "dead"]));
  });
});
