import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PurchaseState } from "../../../../../client/features/checkout/success/purchase-state.ts";
import {
  FIRST_WAIT_MS,
  LONGEST_WAIT_MS,
  watchPurchase,
} from "../../../../../client/features/checkout/success/watch-purchase.ts";
import { payMessages } from "../../../../../server/contract/messages.ts";
import type { Reason } from "../../../../../server/contract/reasons.ts";
import type { PurchaseDetail } from "../../../../../server/contract/answers.ts";
import { ApiError } from "../../../../../client/lib/answer.ts";
import { aPurchase, SESSION_ID } from "../../../fixtures.ts";

const paid = aPurchase();
const processing = aPurchase({ status: "processing" });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watching(answers: (PurchaseDetail | Error)[], known?: PurchaseState) {
  const getPurchase = vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error || !answer) throw answer;
    return answer;
  });
  const states: string[] = [];
  const page = Object.assign(new EventTarget(), {
    visibilityState: "visible" as DocumentVisibilityState,
  });
  const stop = watchPurchase({
    source: { getPurchase },
    sessionId: SESSION_ID,
    known,
    onState: (state) => states.push(state.kind),
    document: page,
  });
  const show = (visibilityState: DocumentVisibilityState) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  return { getPurchase, states, stop, show };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const settle = () => pass(0);
const passLong = () => pass(10 * LONGEST_WAIT_MS);

test.each([
  ["paid", [paid], "paid"],
  ["without products", [aPurchase({ products: [] })], "not-found"],
  ["refused", [new ApiError("Not paid.")], "failed"],
])("a purchase that is %s is asked for once", async (_case, answers, kind) => {
  const { getPurchase, states } = watching(answers);
  await passLong();
  expect(states).toEqual([kind]);
  expect(getPurchase).toHaveBeenCalledExactlyOnceWith(SESSION_ID);
});

test("a processing payment is polled until it is paid", async () => {
  const { getPurchase, states } = watching([processing, processing, paid]);
  await settle();
  expect(states).toEqual(["processing"]);
  await pass(FIRST_WAIT_MS);
  await pass(2 * FIRST_WAIT_MS);
  expect(states.at(-1)).toBe("paid");
  await passLong();
  expect(getPurchase).toHaveBeenCalledTimes(3);
});

test("a temporary failure changes nothing", async () => {
  const { states } = watching([processing, new ApiError("Network error"), paid]);
  await pass(5 * FIRST_WAIT_MS);
  expect(states).toEqual(["processing", "paid"]);
});

const refused = (reason: Reason) => new ApiError("No money came.", { status: 409, reason });

test("the bank's refusal ends polling", async () => {
  const { getPurchase, states } = watching([processing, refused("payment_refused")]);
  await passLong();
  expect(states).toEqual(["processing", "failed"]);
  expect(getPurchase).toHaveBeenCalledTimes(2);
});

test.each([
  ["a payment that the provider has not noticed yet", refused("payment_unpaid")],
  ["the same words with another reason", new ApiError(payMessages.paymentFailed, { status: 502 })],
])("%s does not end it", async (_case, answer) => {
  const { states } = watching([processing, answer, paid]);
  await pass(5 * FIRST_WAIT_MS);
  expect(states).toEqual(["processing", "paid"]);
});

test("a hidden page does not poll, and polls at once when shown", async () => {
  const { getPurchase, states, show } = watching([processing, paid]);
  await settle();
  show("hidden");
  await passLong();
  expect(getPurchase).toHaveBeenCalledTimes(1);
  show("visible");
  await settle();
  expect(states.at(-1)).toBe("paid");
});

test("a loaded purchase is not requested again", async () => {
  const { getPurchase } = watching([paid], { kind: "paid", purchase: paid });
  await passLong();
  expect(getPurchase).not.toHaveBeenCalled();
});

describe("a mail that has not left", () => {
  const waiting = aPurchase({ canCorrectAddress: true, mail: "waiting" });
  const watched = (answers: (PurchaseDetail | Error)[], purchase = waiting) =>
    watching(answers, { kind: "paid", purchase });

  test.each(["sent", "failed"] as const)("is asked about until it is %s", async (mail) => {
    const { getPurchase, states } = watched([waiting, waiting, { ...waiting, mail }]);
    await passLong();
    expect(states).toEqual(["paid"]);
    expect(getPurchase).toHaveBeenCalledTimes(3);
  });

  test("a temporary failure changes nothing", async () => {
    const { states } = watched([new ApiError("Network error"), { ...waiting, mail: "sent" }]);
    await passLong();
    expect(states).toEqual(["paid"]);
  });

  test("is not polled if the email cannot be corrected", async () => {
    const purchase = { ...waiting, canCorrectAddress: false };
    const { getPurchase } = watched([purchase], purchase);
    await passLong();
    expect(getPurchase).not.toHaveBeenCalled();
  });
});

test("nothing is reported after the stop", async () => {
  const { states, stop } = watching([paid]);
  stop();
  await settle();
  expect(states).toEqual([]);
});
