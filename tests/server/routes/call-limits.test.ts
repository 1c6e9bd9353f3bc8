import { describe, expect, test } from "vitest";
import { oneTimeCodes } from "../../../db/schema.ts";
import { type Browser, checkoutBody, openBrowser } from "../../support/browser.ts";
import { CALL, MESSAGE } from "../../support/contact.ts";
import type { TestApp } from "../../support/create-test-app.ts";
import { LOGIN_START } from "../../support/login.ts";
import { realPages } from "../../support/page-desk.ts";
import { DETAIL, openShop } from "../../support/shop.ts";
import { BEHIND_PROXY, browserOf } from "../attacks/crowd.ts";

type Ask = (browser: Browser, nth: number) => Promise<Response>;
/** Limit of `points` requests per client, shared by all `ways`, and the expected statuses. */
type Limited = [what: string, points: number, statuses: number[], ...ways: Ask[]];

const email = (nth: number) => `visitor-${nth}@example.com`;
const post =
  (path: string, bodyOf: (nth: number) => object): Ask =>
  (browser, nth) =>
    browser.post(path, bodyOf(nth));
const form =
  (path: string, fieldsOf: (nth: number) => Record<string, string>): Ask =>
  (browser, nth) =>
    browser.postForm(path, fieldsOf(nth));
const get =
  (pathOf: (nth: number) => string): Ask =>
  (browser, nth) =>
    browser.get(pathOf(nth));

const { formId: _, ...FIELDS } = MESSAGE;
const session = (nth: number) => ({ sessionId: `cs_test_unknown_${nth}` });
const asked = (nth: number) => ({ email: email(nth) });
const guess = (nth: number) => ({ email: email(nth), otp: "000000" });
const start = post("/api/create-checkout-session", () => checkoutBody([99]));
const startForm = form("/checkout/start", () => ({ productId: "99" }));
const correct = post("/api/orders/address", (nth) => ({ ...session(nth), ...asked(nth) }));
const visit = post("/api/visits", () => ({ step: "page", path: "/", referrer: "", query: "" }));
const passkey = post("/api/passkeys/sign-in", () => ({}));
const pdf = get((nth) => `/files/${nth + 100}/x.pdf`);
const zip = get((nth) => `/files/product/${nth + 100}/x.zip`);

const LIMITED: Limited[] = [
  ["checkouts a minute", 10, [422, 303], start, startForm],
  ["mails of an order in ten minutes", 10, [200], post("/api/orders/resend", session)],
  ["corrections in ten minutes", 10, [403], correct],
  ["claims of a subscription a minute", 30, [404], post("/api/subscriptions", session)],
  ["ways to the billing portal", 30, [303], form("/account/billing", () => ({ itemId: "0" }))],
  ["choices of news a minute", 30, [303], form("/mails/news", () => ({ wanted: "1" }))],
  ["invalid links that stop mails a minute", 60, [422], form("/mails/stop?token=x", () => ({}))],
  ["reviews an hour", 30, [422], form("/orders/review?token=x", () => ({}))],
  ["messages an hour", 30, [200, 303], post(CALL, () => MESSAGE), form("/contact", () => FIELDS)],
  ["withdrawals an hour", 30, [422], form("/withdraw", () => ({ name: "Anna" }))],
  ["codes an hour", 20, [200], post("/api/send-otp", asked), form("/login", asked)],
  ["order codes", 20, [200], post("/api/orders/find", asked), form("/orders/find", asked)],
  ["guesses an hour", 60, [400], post("/api/verify-otp", guess), form("/login", guess)],
  ["passkey calls an hour", 60, [200, 422], post("/api/passkeys/challenge", asked), passkey],
  ["external logins an hour", 60, [200], get(() => LOGIN_START)],
  ["codes of an external login", 60, [400], post("/api/sessions", () => ({ code: "x" }))],
  ["counted steps a minute", 60, [204], visit],
  ["links that open no file in a minute", 60, [404], pdf, zip],
  ["order pages a minute", 60, [404], get((nth) => `${DETAIL}?sessionId=cs_test_unknown_${nth}`)],
];

/** Returns the row count of each table except the rate limit counters. */
function rowsOf({ db }: Pick<TestApp, "db">): unknown[] {
  const tables = db.sqlite
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'rate_limits'")
    .pluck()
    .all();
  return tables.map((name) => db.sqlite.prepare(`SELECT count(*) FROM "${name}"`).pluck().get());
}

/** Asserts a rate limit refusal: by the API, by a page, or by the redirect of a checkout form. */
async function expectTooMany(answer: Response): Promise<void> {
  const said = (await answer.text()) + decodeURIComponent(answer.headers.get("Location") ?? "");
  expect(said).toMatch(/Too many requests\.|Error sending message\. Please try again later\./);
  if (answer.status === 303) return;
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
}

test.each(LIMITED)("limits %s of one client to %i", async (_what, points, statuses, ...ways) => {
  const t = await openShop({ web: realPages, env: BEHIND_PROXY });
  const browser = browserOf(t, 1);
  const seen = new Set<number>();
  for (let nth = 0; nth < points; nth++) {
    seen.add((await ways[nth % ways.length]?.(browser, nth))?.status ?? 0);
    // Stays below the shop-wide limit per second for unknown orders.
    t.clock.advance(100);
  }
  expect([...seen]).toEqual(statuses);
  const before = [rowsOf(t), t.simulator.control.requests().length];
  for (const way of ways) await expectTooMany(await way(browser, points));
  expect([rowsOf(t), t.simulator.control.requests().length]).toEqual(before);
  expect((await ways[0]?.(browserOf(t, 2), points + 1))?.status).toBe(statuses[0]);
});

describe("one address", () => {
  const ANNA = { email: "anna@example.com" };
  const WAYS = [
    post("/api/send-otp", () => ANNA),
    post("/api/orders/find", () => ANNA),
    form("/login", () => ANNA),
    form("/orders/find", () => ANNA),
  ];

  test("is sent five codes an hour, from all browsers and by all ways together", async () => {
    const t = await openShop({ web: realPages });
    for (const way of [...WAYS, ...WAYS.slice(0, 1)]) {
      expect((await way(openBrowser(t), 0)).status).toBe(200);
    }
    for (const way of WAYS) await expectTooMany(await way(openBrowser(t), 0));
    const page = await openBrowser(t).postForm("/login", ANNA);
    expect(await page.text()).toContain(`value="${ANNA.email}"`);
    const asked = t.db.select().from(oneTimeCodes).all();
    expect(asked.filter(({ isLink }) => !isLink)).toHaveLength(5);
  });
});
