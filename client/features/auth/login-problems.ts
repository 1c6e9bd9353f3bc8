import { CODE_LENGTH } from "../../../server/contract/login.ts";
import { messages, refusals } from "../../../server/contract/messages.ts";
import { loginWords } from "../../content/login.ts";
import { ApiError, NO_NETWORK } from "../../lib/answer.ts";
import { readableMessage } from "../../lib/readable-error.ts";
import { inWords } from "../../lib/wait-words.ts";
import type { LoginField, LoginProblem } from "./login-state.ts";

/** Wrong tries after which the shop looks at a code no more; the same for every address. */
export const MOST_TRIES = 5;

const FIELDS: Record<string, LoginField> = {
  [messages.emailMissing]: "email",
  [refusals.email]: "email",
  [messages.codeMissing]: "code",
  [messages.codeInvalid]: "code",
};

/** A problem that its text says all of, with the field that it is about, if it is about one. */
export function problemOf(text: string): LoginProblem {
  return { text, field: FIELDS[text] };
}

/**
 * What to say when no code could be sent: past the limit, the last one may be entered unless it is
 * used up; `refused` is how many tries it has had.
 */
export function sendProblem(error: unknown, refused: number): LoginProblem {
  const problem = problemOf(readableMessage(error));
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
  const problem = problemOf(readableMessage(error));
  if (problem.text !== messages.codeInvalid) return problem;
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
