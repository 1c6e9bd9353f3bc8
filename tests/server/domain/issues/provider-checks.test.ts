import { expect, test } from "vitest";
import type { PaymentsExam } from "../../../../server/ports/health.ts";
import { checkPayments } from "../../../../server/domain/issues/provider-checks.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { mendPayments } from "../../../support/health.ts";
import { ordersOf } from "../../../support/money.ts";
import { changeSettings } from "../../../support/shop-settings.ts";
import { openShop, pay } from "../../../support/shop.ts";

const WELL: PaymentsExam = {
  sessions: "fine",
  events: "fine",
  endpoints: "fine",
  codes: "fine",
  customers: "fine",
  isLive: null,
  endpoint: { isEnabled: true, missingEvents: [] },
};
const ALL_OK = ["key", "mode", "sessions", "events", "endpoint", "codes", "address", "missed"];

/** Returns the checks that are not ok, by name, when `patch` overrides the exam's results. */
async function troubleWith(patch: Partial<PaymentsExam>): Promise<Record<string, string>> {
  const t = createTestApp();
  mendPayments(t, { examine: async () => ({ ...WELL, ...patch }) });
  const { lines } = await checkPayments(t.deps);
  expect(lines.map(({ name }) => name)).toEqual(ALL_OK);
  return Object.fromEntries(
    lines.flatMap(({ name, state, text, todo }) =>
      state === "ok" ? [] : [[name, `${state}: ${text} ${todo}`]],
    ),
  );
}

const all = (outcome: "key_refused" | "failed") => ({
  sessions: outcome,
  events: outcome,
  endpoints: outcome,
  codes: outcome,
  endpoint: null,
});
const ALL_BAD = { sessions: /^bad/, events: /^bad/, endpoint: /^unknown/, codes: /^warn/ };
const endpoint = (isEnabled: boolean, missingEvents: string[]) => ({
  endpoint: { isEnabled, missingEvents },
});

test.each<[string, Partial<PaymentsExam>, Record<string, RegExp>]>([
  ["refuses the key", all("key_refused"), { key: /^bad: .*STRIPE_SECRET_KEY/, ...ALL_BAD }],
  ["does not answer", all("failed"), { key: /^bad: .*didn't answer/, ...ALL_BAD }],
  ["forbids events", { events: "forbidden" }, { events: /^bad: The key may not list events/ }],
  ["forbids codes", { codes: "forbidden" }, { codes: /^warn: The key may not read discount/ }],
  [
    "forbids endpoints",
    { endpoints: "forbidden", endpoint: null },
    { endpoint: /^unknown: .* Check in the provider's dashboard/ },
  ],
  ["makes real payments in a demo", { isLive: true }, { mode: /^bad: .* real payments/ }],
  ["has no endpoint", { endpoint: null }, { endpoint: /^warn: .* no endpoint http:.*\/webhook/ }],
  ["has disabled the endpoint", endpoint(false, []), { endpoint: /^bad: .* is disabled/ }],
  [
    "does not send all events",
    endpoint(true, ["invoice.paid"]),
    { endpoint: /^warn: .* doesn't send invoice\.paid/ },
  ],
])("a provider that %s is reported with what to do", async (_name, patch, expected) => {
  const trouble = await troubleWith(patch);
  expect(Object.keys(trouble).toSorted()).toEqual(Object.keys(expected).toSorted());
  for (const [name, pattern] of Object.entries(expected)) expect(trouble[name]).toMatch(pattern);
});

test.each([
  ["fine", /^ok/],
  ["failed", /^warn: Customers couldn't be listed/],
  ["forbidden", /^warn: The key may not read customers/],
] as const)(
  "a shop that saves cards is told that customers are %s",
  async (customers, expected) => {
    const t = createTestApp();
    changeSettings(t, { saveCards: true });
    mendPayments(t, { examine: async () => ({ ...WELL, customers }) });
    const { lines } = await checkPayments(t.deps);
    const line = lines.find(({ name }) => name === "customers");
    expect(`${line?.state}: ${line?.text}`).toMatch(expected);
  },
);

test("the demo's provider is well by its own answers", async () => {
  const { deps } = createTestApp();
  const { lines } = await checkPayments(deps);
  expect(lines.map(({ name, state }) => `${name} ${state}`)).toEqual(
    ALL_OK.map((name) => `${name} ok`),
  );
  expect(lines.find(({ name }) => name === "endpoint")?.text).toBe(
    "http://localhost:3000/api/stripe/webhook is enabled and sends every event that the shop needs.",
  );
});

test("what no webhook brought is taken at once", async () => {
  const shop = await openShop();
  shop.simulator.control.webhooks.mode = "drop";
  await pay(shop, shop.browser, { products: [shop.pack] });
  const { lines } = await checkPayments(shop.deps);
  expect(lines.at(-1)).toMatchObject({
    name: "missed",
    state: "ok",
    text: expect.stringMatching(/^\d+ events? w(as|ere) fetched/),
  });
  await shop.settle();
  expect(ordersOf(shop)).toMatchObject([{ status: "paid" }]);
});

test.each([
  ["other", /^bad: Another server answers at http:\/\/localhost:3000/],
  ["silent", /^warn: http:\/\/localhost:3000 wasn't reached/],
] as const)("an address that is %s is told", async (outcome, expected) => {
  const t = createTestApp();
  t.deps.address = { reach: async () => outcome };
  const { lines } = await checkPayments(t.deps);
  const line = lines.find(({ name }) => name === "address");
  expect(`${line?.state}: ${line?.text}`).toMatch(expected);
});
