import { expect, test } from "vitest";
import {
  inWords,
  MOST_TRIES,
  sendProblem,
  shortCodeProblem,
  verifyProblem,
} from "../../../../client/features/auth/login-problems.ts";
import type { LoginProblem } from "../../../../client/features/auth/login-state.ts";
import { ApiError, NO_NETWORK } from "../../../../client/lib/answer.ts";
import { messages } from "../../../../server/contract/messages.ts";
import { signInMessages } from "../../../../server/contract/sign-in.ts";
import { buyerRefusals } from "../../../../server/contract/refusals.ts";

const limited = new ApiError(buyerRefusals.rateLimited, {
  status: 429,
  code: "rate_limited",
  retryAfterSeconds: 3090,
});
const wrong = new ApiError(messages.codeInvalid, { status: 400, reason: "code_invalid" });

const offline = (text: string) => new ApiError(text, { code: NO_NETWORK });
const down = (text: string) => new ApiError(text, { status: 502 });
const invalid = (field: string, text: string) =>
  new ApiError(text, { status: 422, reason: "invalid", errors: { [field]: [text] } });
const LIMIT = "Too many requests. Please try again in 52 minutes.";
const { codeNotSent, codeInvalid, network } = messages;
const { codeMissing } = signInMessages;

const invalidEmail = invalid("email", buyerRefusals.invalidEmail);
const noWait = new ApiError(buyerRefusals.rateLimited, { status: 429 });
const lastCode = "Did we email you a code in the last 10 minutes? It still works: enter it.";
const lastCodeWorks = { hint: lastCode, canEnterCode: true };

test.each<[string, ApiError, refused: number, LoginProblem]>([
  ["offline", offline(codeNotSent), 0, { text: codeNotSent, reason: network }],
  ["by a failing server", down(codeNotSent), 0, { text: codeNotSent }],
  ["to an invalid email", invalidEmail, 0, { text: buyerRefusals.invalidEmail, field: "email" }],
  ["over the limit", limited, MOST_TRIES - 1, { text: LIMIT, ...lastCodeWorks }],
  ["over the limit, with a used-up code", limited, MOST_TRIES, { text: LIMIT }],
  ["over an unknown limit", noWait, 0, { text: buyerRefusals.rateLimited, ...lastCodeWorks }],
])("a code that cannot be sent %s", (_name, error, refused, problem) => {
  expect(sendProblem(error, refused)).toEqual(problem);
});

const refusal: LoginProblem = { text: codeInvalid, field: "code", codeRefused: true };
const usedUp = { ...refusal, hint: "This code no longer works. Send a new one." };

test.each<[string, ApiError, refused: number, LoginProblem]>([
  ["is missing", invalid("otp", codeMissing), 0, { text: codeMissing, field: "code" }],
  ["is over the limit", limited, 0, { text: LIMIT }],
  ["is wrong", wrong, MOST_TRIES - 2, refusal],
  ["is wrong for the fifth time", wrong, MOST_TRIES - 1, usedUp],
  ["fails with the same words without a reason", down(codeInvalid), 4, { text: codeInvalid }],
  ["cannot be sent", offline(network), MOST_TRIES, { text: network }],
])("a code that %s", (_name, error, refused, problem) => {
  expect(verifyProblem(error, refused)).toEqual(problem);
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
  [61, "in 2 minutes"],
  [3540, "in 59 minutes"],
  [3541, "in 1 hour"],
  [3601, "in 2 hours"],
])("%d s are %s", (seconds, text) => {
  expect(inWords(seconds)).toBe(text);
});
