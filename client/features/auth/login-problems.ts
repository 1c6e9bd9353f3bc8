import { CODE_FIELD, CODE_LENGTH, EMAIL_FIELD } from "../../../server/contract/login.ts";
import { messages } from "../../../server/contract/messages.ts";
import { loginWords } from "../../content/login.ts";
import { ApiError, NO_NETWORK } from "../../lib/answer.ts";
import { isRefusedFor, readableMessage } from "../../lib/readable-error.ts";
import type { LoginField, LoginProblem } from "./login-state.ts";

/** Wrong tries after which the shop looks at a code no more; the same for every address. */
export const MOST_TRIES = 5;

/** A failure that its text says all of, with the field that it is about, if it is about one. */
function problemOf(error: unknown): LoginProblem {
  return { text: readableMessage(error), field: fieldOf(error) };
}

function fieldOf(error: unknown): LoginField | undefined {
  if (isRefusedFor(error, "code_invalid")) return "code";
  const errors = error instanceof ApiError ? error.errors : undefined;
  if (errors?.[EMAIL_FIELD]) return "email";
  return errors?.[CODE_FIELD] && "code";
}

/**
 * What to say when no code could be sent: past the limit, the last one may be entered unless it is
 * used up; `refused` is how many tries it has had.
 */
export function sendProblem(error: unknown, refused: number): LoginProblem {
  const problem = problemOf(error);
  if (!(error instanceof ApiError)) return problem;
  if (error.code === NO_NETWORK) return { ...problem, reason: messages.network };
  if (error.status !== 429) return problem;
  const usedUp = refused >= MOST_TRIES;
  return {
    text: limitText(error),
    ...(!usedUp && { hint: loginWords.lastCode, canEnterCode: true }),
  };
}

/** What to say when a code did not sign in; `refused` is how many were refused before it. */
export function verifyProblem(error: unknown, refused: number): LoginProblem {
  if (error instanceof ApiError && error.status === 429) return { text: limitText(error) };
  const problem = problemOf(error);
  if (!isRefusedFor(error, "code_invalid")) return problem;
  const usedUp = refused + 1 >= MOST_TRIES;
  return { ...problem, codeRefused: true, ...(usedUp && { hint: loginWords.usedUp }) };
}

/** What to say about a code that is not complete; such a code is not worth one of its tries. */
export function shortCodeProblem(code: string): LoginProblem {
  return { text: loginWords.codeShort(CODE_LENGTH - code.length), field: "code" };
}

function limitText({ message, retryAfterSeconds }: ApiError): string {
  return retryAfterSeconds ? loginWords.tooMany(inWords(retryAfterSeconds)) : message;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;

/** How long a wait is, rounded up: "in 40 seconds", "in 52 minutes", "in 2 hours". */
export function inWords(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return inUnits(Math.ceil(seconds), "second");
  const minutes = Math.ceil(seconds / MINUTE_SECONDS);
  if (minutes < HOUR_SECONDS / MINUTE_SECONDS) return inUnits(minutes, "minute");
  return inUnits(Math.ceil(seconds / HOUR_SECONDS), "hour");
}

/** By hand: to load the browser's own words takes a slow phone 100 ms. */
function inUnits(count: number, unit: string): string {
  return `in ${count} ${unit}${count === 1 ? "" : "s"}`;
}
