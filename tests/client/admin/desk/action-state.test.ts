import { describe, expect, test } from "vitest";
import {
  type ActionEvent,
  actionReducer,
  checkAction,
  openAction,
} from "../../../../client/admin/desk/action-state.ts";
import { ApiError, NO_NETWORK } from "../../../../client/lib/answer.ts";
import { actionOf, refundAction } from "./fixtures.ts";

const money = { currency: "usd", most: 4900 };
const check = (typed: Record<string, string>) => checkAction(refundAction, typed, money);

describe("an amount", () => {
  test.each([
    ["", "Amount is required"],
    ["a lot", "Amount must be money, like 12.00"],
    ["0", "Amount must be money, like 12.00"],
    ["-3", "Amount must be money, like 12.00"],
    ["49.01", "Amount cannot be more than $49.00"],
  ])("of %j is refused", (amount, problem) => {
    expect(check({ amount }).problems).toEqual({ amount: problem });
  });

  test("is sent in the smallest unit", () => {
    expect(check({ amount: "$49.00" })).toEqual({ values: { amount: 4900 }, problems: {} });
  });

  test("is a plain number where no money moves", () => {
    const { values } = checkAction({ ...refundAction, movesMoney: false }, { amount: "12" }, money);
    expect(values).toEqual({ amount: 12 });
  });
});

test("the shared validator checks every field, and empty ones are left out", () => {
  expect(check({ amount: "1", reason: "much too long" }).problems).toEqual({
    reason: "Reason cannot exceed 10 characters",
  });
  expect(check({ amount: "1", reason: "  " }).values).toEqual({ amount: 100 });
});

test("a dialog opens with what is given, else with the form's defaults", () => {
  const action = actionOf({
    form: {
      title: "Answer",
      properties: {
        text: { type: "string", title: "Text" },
        done: { type: "boolean", title: "Done", default: true },
        paper: { type: "array", title: "Paper", enum: ["a4", "letter"] },
        tries: { type: "integer", title: "Tries", default: 3 },
      },
      required: [],
    },
  });
  expect(openAction(action, { text: "Hello" }).typed).toEqual({
    text: "Hello",
    done: true,
    paper: [],
    tries: "3",
  });
});

describe("which call a press is", () => {
  const turnAfter = (...events: ActionEvent[]) =>
    events.reduce(actionReducer, openAction(refundAction, {})).turn;
  const changed: ActionEvent = { kind: "typed", name: "amount", value: "1" };
  const failed = (error: unknown): ActionEvent => ({ kind: "failed", error });
  const refusal = failed(new ApiError("No.", { status: 409, code: "conflict" }));

  test.each([
    ["another press", [{ kind: "sending" }, failed(new ApiError("Lost", { code: NO_NETWORK }))]],
    ["values changed after a lost line", [failed(new ApiError("Lost")), changed]],
    ["values changed after a failure", [failed(new ApiError("Oh", { status: 500 })), changed]],
    ["another press after a refusal", [refusal, { kind: "sending" }]],
    [
      "values changed after the key was used",
      [failed(new ApiError("No.", { status: 422, reason: "key_reused" })), changed],
    ],
  ] satisfies [string, ActionEvent[]][])("the same: %s", (_name, events) => {
    expect(turnAfter(...events)).toBe(1);
  });

  test("another: values changed after a refusal, once for each refusal", () => {
    expect(turnAfter(refusal, changed, changed)).toBe(2);
    expect(turnAfter(refusal, changed, refusal, changed)).toBe(3);
  });
});

test("a refusal keeps what was typed and stands beside its field until that changes", () => {
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

test("a failure without an answer says that it may have happened", () => {
  const error = new ApiError("Network error.", { code: NO_NETWORK });
  const { problem } = actionReducer(openAction(refundAction, {}), { kind: "failed", error });
  expect(problem).toMatch(/^Network error\. .*may have happened/);
});
