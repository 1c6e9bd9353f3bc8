import {
  CODE_FIELD,
  CODE_LENGTH,
  EMAIL_FIELD,
  signInMessages,
} from "../../../server/contract/sign-in.ts";
import { messages } from "../../../server/contract/messages.ts";
import type { LoginProvider } from "../../../server/contract/site.ts";
import { currentLanguage, fill } from "../../../server/contract/words.ts";
import { loginWords } from "../../content/login.ts";
import { ApiError, isOffline, isRefusedFor, readableMessage } from "../../lib/answer.ts";
import type { LoginField, LoginProblem } from "./login-state.ts";

/** Failed attempts after which the server rejects a code. */
export const MOST_TRIES = 5;

function requestProblem(error: unknown): LoginProblem {
  return { text: readableMessage(error), field: fieldOf(error) };
}

function fieldOf(error: unknown): LoginField | undefined {
  if (isRefusedFor(error, "code_invalid")) return "code";
  const errors = error instanceof ApiError ? error.errors : undefined;
  if (errors?.[EMAIL_FIELD]) return "email";
  return errors?.[CODE_FIELD] && "code";
}

/**
 * Returns the problem shown when a code could not be sent. When rate limited, the last code may
 * still be entered unless its attempts are used up; `refused` is the number of failed attempts.
 */
export function sendProblem(error: unknown, refused: number): LoginProblem {
  const problem = requestProblem(error);
  if (isOffline(error)) return { ...problem, reason: messages.network };
  if (!isLimited(error)) return problem;
  const usable = refused < MOST_TRIES && { hint: loginWords.lastCode, canEnterCode: true };
  return { text: limitText(error), ...usable };
}

/** Returns the problem of a failed verification; `refused` counts codes rejected before it. */
export function verifyProblem(error: unknown, refused: number): LoginProblem {
  if (isLimited(error)) return { text: limitText(error) };
  const problem = requestProblem(error);
  if (!isRefusedFor(error, "code_invalid")) return problem;
  const usedUp = refused + 1 >= MOST_TRIES;
  return { ...problem, codeRefused: true, ...(usedUp && { hint: loginWords.usedUp }) };
}

/** Returns the problem of an incomplete code, which is not sent, to avoid using an attempt. */
export function shortCodeProblem(code: string): LoginProblem {
  const missing = CODE_LENGTH - code.length;
  const text = missing === 1 ? loginWords.codeShortByOne : loginWords.codeShort;
  return { text: fill(text, { digits: CODE_LENGTH, missing }), field: "code" };
}

/** Returns the problem of an external login; omits a reason that repeats the general text. */
export function externalProblem(
  provider: LoginProvider | null,
  reason: string,
  more?: Pick<LoginProblem, "hint" | "canContinueHere">,
): LoginProblem {
  const text = fill(signInMessages.loginFailed, { provider: provider?.name ?? "" });
  return { text, reason: reason === text ? undefined : reason, ...more };
}

function isLimited(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 429;
}

function limitText({ message, retryAfterSeconds }: ApiError): string {
  return retryAfterSeconds
    ? fill(loginWords.tooMany, { wait: inWords(retryAfterSeconds) })
    : message;
}

/** Formats a waiting time, rounded up: "in 40 seconds", "in 52 minutes", "in 2 hours". */
export function inWords(seconds: number): string {
  const inUnits = (unit: "second" | "minute" | "hour", unitSeconds: number) =>
    new Intl.RelativeTimeFormat(currentLanguage()).format(Math.ceil(seconds / unitSeconds), unit);
  if (seconds < 60) return inUnits("second", 1);
  return seconds <= 59 * 60 ? inUnits("minute", 60) : inUnits("hour", 3600);
}
