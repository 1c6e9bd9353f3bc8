import { expect, test } from "vitest";
import {
  type ActionEvent,
  actionReducer,
  actionRow,
  checkAction,
  openAction,
} from "../../../../client/admin/actions/action-state.ts";
import { isRefusal } from "../../../../client/admin/offline/write-failure.ts";
import { ApiError, NO_NETWORK } from "../../../../client/lib/answer.ts";
import { actionOf, refundAction } from "../desk/fixtures.ts";

const money = { currency: "usd", most: 4900 };
const order = actionRow({ id: 1, version: 1 }, money);
const check = (typed: Record<string, string>) => checkAction(refundAction, typed, order);

test.each([
  ["", "Amount is required"],
  ["a lot", "Amount must be money, like 12.00"],
  ["0", "Amount can't be less than $0.01"],
  ["49.01", "Amount can't be more than $49.00"],
])("refuses the amount %j", (amount, problem) => {
  expect(check({ amount }).problems).toEqual({ amount: problem });
});

test("sends an amount in the smallest unit", () => {
  expect(check({ amount: "$49.00" })).toEqual({ values: { amount: 4900 }, problems: {} });
});

test("validates every field and leaves out empty ones", () => {
  expect(check({ amount: "1", reason: "much too long" }).problems).toEqual({
    reason: "Reason cannot exceed 10 characters",
  });
  expect(check({ amount: "1", reason: "  " }).values).toEqual({ amount: 100 });
});

test("a form opens with the initial values, else with its defaults", () => {
  const properties = {
    text: { type: "string", title: "Text" },
    done: { type: "boolean", title: "Done", default: true },
    paper: { type: "array", title: "Paper", enum: ["a4", "letter"] },
    tries: { type: "integer", title: "Tries", default: 3 },
  } as const;
  const action = actionOf({ form: { title: "Answer", properties, required: [] } });
  const typed = { text: "Hello", done: true, paper: [], tries: "3" };
  expect(openAction(action, { text: "Hello" }).typed).toEqual(typed);
});

test.each([
  ["a lost answer", new ApiError("Lost", { code: NO_NETWORK }), true],
  ["a failure", new ApiError("Oh", { status: 500 }), true],
  ["the end of the session", new ApiError("Sign in.", { status: 401 }), true],
  ["a rate limit", new ApiError("Later.", { status: 429 }), true],
  ["a reused key", new ApiError("No.", { status: 422, reason: "key_reused" }), true],
  ["a refusal", new ApiError("No.", { status: 409, code: "conflict" }), false],
])("after %s the idempotency key is kept: %s", (_name, error, isKept) => {
  expect(isRefusal(error)).toBe(!isKept);
});

test("a refusal keeps the typed values and shows its problem until the field changes", () => {
  const typed: ActionEvent = { kind: "typed", name: "amount", value: "60" };
  const error = new ApiError("Not so much.", { status: 422, errors: { amount: ["Too much."] } });
  const events: ActionEvent[] = [typed, { kind: "asked" }, { kind: "sending" }];
  const refused = [...events, { kind: "failed", error } as const].reduce(
    actionReducer,
    openAction(refundAction, {}),
  );
  expect(refused).toMatchObject({
    typed: { amount: "60", reason: "" },
    step: "form",
    sending: false,
    refused: { amount: "Too much." },
    problem: "Not so much.",
  });
  expect(actionReducer(refused, typed).refused).toEqual({});
});

test("a failure without an answer says that trying again is safe", () => {
  const error = new ApiError("Network error.", { code: NO_NETWORK });
  const { problem } = actionReducer(openAction(refundAction, {}), { kind: "failed", error });
  expect(problem).toMatch(/^Network error\. .*Trying again is safe/);
});
