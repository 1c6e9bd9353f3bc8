import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  FIRST_WAIT_MS,
  LONGEST_WAIT_MS,
  type PurchaseState,
  watchPurchase,
} from "../../../../../client/features/checkout/success/purchase-state.ts";
import { ApiError } from "../../../../../client/lib/answer.ts";
import type { PurchaseDetail } from "../../../../../server/contract/answers.ts";
import { payMessages } from "../../../../../server/contract/messages.ts";
import type { Reason } from "../../../../../server/contract/reasons.ts";
import { aPurchase, SESSION_ID } from "../../../fixtures.ts";

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
const passLong = () => pass(10 * LONGEST_WAIT_MS);

const paid = aPurchase();
const processing = aPurchase({ status: "processing" });
const unsent = aPurchase({ canCorrectAddress: true, mail: "waiting" });
const final = aPurchase({ mail: "waiting" });
const offline = new ApiError("Network error");
const refused = (reason: Reason) => new ApiError("No money.", { status: 409, reason });

/** The last element is the purchase that is already loaded, if any. */
test.each<[string, (PurchaseDetail | Error)[], states: string[], calls: number, PurchaseDetail?]>([
  ["a paid purchase is requested once", [paid], ["paid"], 1],
  ["no products mean no purchase", [aPurchase({ products: [] })], ["not-found"], 1],
  ["a failure is requested once", [new ApiError("Not paid.")], ["failed"], 1],
  [
    "a processing payment is polled until it is paid",
    [processing, processing, paid],
    ["processing", "processing", "paid"],
    3,
  ],
  ["a temporary failure changes nothing", [processing, offline, paid], ["processing", "paid"], 3],
  [
    "the bank's refusal ends polling",
    [processing, refused("payment_refused")],
    ["processing", "failed"],
    2,
  ],
  [
    "an unpaid answer does not end polling",
    [processing, refused("payment_unpaid"), paid],
    ["processing", "paid"],
    3,
  ],
  [
    "the refusal's words with another reason do not end polling",
    [processing, new ApiError(payMessages.paymentFailed, { status: 502 }), paid],
    ["processing", "paid"],
    3,
  ],
  ["a loaded purchase is not requested", [paid], [], 0, paid],
  [
    "a waiting mail is polled until it is sent",
    [unsent, unsent, { ...unsent, mail: "sent" }],
    ["paid"],
    3,
    unsent,
  ],
  ["or has failed", [unsent, { ...unsent, mail: "failed" }], ["paid"], 2, unsent],
  ["also after a failed call", [offline, { ...unsent, mail: "sent" }], ["paid"], 2, unsent],
  ["but not for an email that is final", [final], [], 0, final],
])("%s", async (_name, answers, states, calls, known) => {
  const watch = watching(answers, known && { kind: "paid", purchase: known });
  await passLong();
  expect(watch.states).toEqual(states);
  expect(watch.getPurchase.mock.calls).toEqual(Array.from({ length: calls }, () => [SESSION_ID]));
});

test("the first wait is short", async () => {
  const { states } = watching([processing, paid]);
  await pass(FIRST_WAIT_MS);
  expect(states).toEqual(["processing", "paid"]);
});

test("a hidden page does not poll, and polls at once when shown", async () => {
  const { getPurchase, states, show } = watching([processing, paid]);
  await pass(0);
  show("hidden");
  await passLong();
  expect(getPurchase).toHaveBeenCalledOnce();
  show("visible");
  await pass(0);
  expect(states).toEqual(["processing", "paid"]);
});

test("nothing is reported after the stop", async () => {
  const { states, stop } = watching([paid]);
  stop();
  await passLong();
  expect(states).toEqual([]);
});
