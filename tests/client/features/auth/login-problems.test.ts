import { expect, test } from "vitest";
import {
  inWords,
  MOST_TRIES,
  sendProblem,
  shortCodeProblem,
  verifyProblem,
} from "../../../../client/features/auth/login-problems.ts";
import { ApiError, NO_NETWORK } from "../../../../client/lib/answer.ts";
import { messages, refusals } from "../../../../server/contract/messages.ts";

const limited = new ApiError(refusals.rateLimited, {
  status: 429,
  code: "rate_limited",
  retryAfterSeconds: 3090,
});
const wrong = new ApiError(messages.codeInvalid, { status: 400, reason: "code_invalid" });

test("a code that cannot be sent without a network says why", () => {
  const offline = new ApiError(messages.codeNotSent, { code: NO_NETWORK });
  expect(sendProblem(offline, 0)).toEqual({ text: messages.codeNotSent, reason: messages.network });
  const down = new ApiError(messages.codeNotSent, { status: 502 });
  expect(sendProblem(down, 0)).toEqual({ text: messages.codeNotSent });
});

test("what is wrong with a field is told from what is wrong elsewhere", () => {
  const refused = (field: string, text: string) =>
    new ApiError(text, { status: 422, reason: "invalid", errors: { [field]: [text] } });
  const { email } = refusals;
  expect(sendProblem(refused("email", email), 0)).toEqual({ text: email, field: "email" });
  const noCode = refused("otp", messages.codeMissing);
  expect(verifyProblem(noCode, 0)).toEqual({ text: messages.codeMissing, field: "code" });
  const down = new ApiError(messages.codeNotSent, { status: 502 });
  for (const problem of [sendProblem(down, 0), sendProblem(limited, 0), verifyProblem(limited, 0)])
    expect(problem.field).toBeUndefined();
});

test("past the limit it says how long to wait, and leads to the code of before", () => {
  expect(sendProblem(limited, MOST_TRIES - 1)).toEqual({
    text: "Too many requests. Please try again in 52 minutes.",
    hint: "Did we mail you a code in the last 10 minutes? It still works: enter it.",
    canEnterCode: true,
  });
  expect(verifyProblem(limited, 0)).toEqual({
    text: "Too many requests. Please try again in 52 minutes.",
  });
  const silent = new ApiError(refusals.rateLimited, { status: 429 });
  expect(sendProblem(silent, 0).text).toBe(refusals.rateLimited);
});

test("a code that is used up is not offered again", () => {
  expect(sendProblem(limited, MOST_TRIES)).toEqual({
    text: "Too many requests. Please try again in 52 minutes.",
  });
});

test("from the fifth refusal on it says that the code is used up", () => {
  const refused = { text: messages.codeInvalid, field: "code", codeRefused: true };
  expect(verifyProblem(wrong, MOST_TRIES - 2)).toEqual(refused);
  const usedUp = { ...refused, hint: "This code is used up. Send a new one." };
  expect(verifyProblem(wrong, MOST_TRIES - 1)).toEqual(usedUp);
  expect(verifyProblem(wrong, MOST_TRIES)).toEqual(usedUp);
});

test("a try that the shop never looked at is not a refused code, whatever it is told", () => {
  const sameWords = new ApiError(messages.codeInvalid, { status: 502 });
  expect(verifyProblem(sameWords, MOST_TRIES)).toEqual({ text: messages.codeInvalid });
  const offline = new ApiError(messages.network, { code: NO_NETWORK });
  expect(verifyProblem(offline, MOST_TRIES)).toEqual({ text: messages.network });
});

test.each([
  ["1", "The code has 6 digits: 5 are missing."],
  ["12345", "The code has 6 digits: one is missing."],
])("the code %s is incomplete", (code, text) => {
  expect(shortCodeProblem(code)).toEqual({ text, field: "code" });
});

test.each([
  [0.2, "in 1 second"],
  [40, "in 40 seconds"],
  [59.5, "in 60 seconds"],
  [60, "in 1 minute"],
  [61, "in 2 minutes"],
  [3090, "in 52 minutes"],
  [3540, "in 59 minutes"],
  [3541, "in 1 hour"],
  [3601, "in 2 hours"],
])("%d s are %s", (seconds, text) => {
  expect(inWords(seconds)).toBe(text);
});
