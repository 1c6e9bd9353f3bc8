import { expect, test } from "vitest";
import { askProvider } from "../../../../server/domain/health/payments.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { alarmsOf, behindUs, lineOf, mendPayments, watchRound } from "../../../support/health.ts";
import { MINUTE_MS } from "../../../support/shop.ts";

const SECOND_MS = 1000;
const silent = async () => {
  throw new Error("No answer.");
};

async function clockAfter(aheadMs: number): Promise<string> {
  const t = createTestApp();
  behindUs(t, aheadMs);
  await askProvider(t.deps);
  return lineOf(t, "clock");
}

test.each([
  [6 * MINUTE_MS, /^bad: .* 6 minutes ahead of the payment provider's: every webhook is refused/],
  [10 * MINUTE_MS, /^bad: .* 10 minutes ahead/],
  [-10 * MINUTE_MS, /^bad: .* 10 minutes behind the payment provider's: .* wrong times/],
  [2 * MINUTE_MS, /^warn: .* 2 minutes ahead/],
  [-40 * SECOND_MS, /^warn: .* 4[01] seconds behind/],
])("a clock that is %i ms ahead is told", async (aheadMs, expected) => {
  expect(await clockAfter(aheadMs)).toMatch(expected);
});

test.each([0, 900, -900, 20 * SECOND_MS])("a clock %i ms off is right", async (aheadMs) => {
  expect(await clockAfter(aheadMs)).toMatch(/^ok: Right, compared/);
});

test("nothing is said of a clock that was not compared, or long ago", async () => {
  const t = createTestApp();
  expect(await lineOf(t, "clock")).toMatch(/^unknown/);
  behindUs(t, 0);
  await askProvider(t.deps);
  mendPayments(t, { readClock: silent });
  t.clock.advance(6 * MINUTE_MS);
  expect(await lineOf(t, "clock")).toMatch(/^unknown/);
});

test("the clock of the demo's provider is read from its answers", async () => {
  const { deps, clock } = createTestApp();
  expect(await deps.payments.readClock()).toEqual(clock.now());
});

test("a clock 6 minutes fast is mailed to the owner once, in one round, and mends by itself", async () => {
  const t = createTestApp();
  behindUs(t, 6 * MINUTE_MS);
  await watchRound(t);
  expect(alarmsOf(t)).toEqual(["Clock"]);
  const [mail] = t.mails;
  expect(mail).toMatchObject({
    to: t.deps.config.mail.support,
    subject: "Papercub needs your attention: Clock",
    text: expect.stringContaining("6 minutes ahead of the payment provider's"),
  });
  expect(mail?.text).toContain("What to do: Synchronize this machine's clock by the network");
  expect(mail?.text).toContain("http://localhost:3000/admin/health");
  await watchRound(t);
  expect(alarmsOf(t)).toEqual(["Clock"]);
  behindUs(t, 0);
  await watchRound(t);
  expect(await lineOf(t, "clock")).toMatch(/^ok/);
  expect(t.mails.length).toBe(1);
});
