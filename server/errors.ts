import { isUnwritable } from "../db/unwritable.ts";
import { messages } from "./contract/messages.ts";
import type { Reason } from "./contract/reasons.ts";
import { refusals } from "./contract/refusals.ts";

/** A full disk and a kept lock are mended by a person: trying again sooner is of no use. */
const UNWRITABLE_SECONDS = 60;

/** Stable words for what went wrong, each with its HTTP status. The only such table. */
export const STATUS_OF = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  unpaid: 409,
  version_mismatch: 412,
  too_large: 413,
  wrong_type: 415,
  misdirected: 421,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  payment_provider: 502,
  login_provider: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_OF;

type Details = {
  /** What happened inside: logged, never sent. */
  cause?: unknown;
  /** A finer word than the code, which is the reason of a refusal that names none. */
  reason?: Reason;
  errors?: Record<string, string[]>;
  retryAfterSeconds?: number;
  /** What the answer's body says besides. */
  more?: Record<string, unknown>;
};

/** A refusal with a text for the person who is refused. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly reason: Reason;
  readonly errors: Record<string, string[]> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly more: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, publicMessage: string, details: Details = {}) {
    super(publicMessage, { cause: details.cause });
    this.name = "AppError";
    this.code = code;
    this.reason = details.reason ?? code;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.more = details.more;
  }

  get status(): (typeof STATUS_OF)[ErrorCode] {
    return STATUS_OF[this.code];
  }
}

/**
 * What a command tells the person who called it, in one line that says what to do, and the status that the
 * program ends with: 1 when it failed, 2 when its words were wrong.
 */
export class CommandError extends Error {
  readonly status: 1 | 2;

  constructor(message: string, status: 1 | 2 = 1) {
    super(message);
    this.name = "CommandError";
    this.status = status;
  }
}

/** The mail server says for good that there is no such mailbox (decision: unknown-mailbox). */
export class UnknownMailbox extends Error {
  override readonly name = "UnknownMailbox";
}

/** The payment provider does not know the shop's key, or does not take it any more. */
export class KeyRefused extends Error {
  override readonly name = "KeyRefused";
}

/**
 * The payment provider rejected the parameters of a call; the same call would fail again. The
 * message is the provider's.
 */
export class CallRefused extends Error {
  override readonly name = "CallRefused";
  constructor(
    cause: Error,
    /** The rejected parameter, by the provider's name: `line_items[0][price_data][currency]`. */
    readonly param: string | null,
  ) {
    super(cause.message, { cause });
  }
}

/** A webhook whose signature does not fit: any stranger can send one. */
export class RefusedEvent extends Error {
  override readonly name = "RefusedEvent";
  constructor(
    message: string,
    /** The signature's time is too far from ours: with another clock it might have fitted. */
    readonly isOutOfTime: boolean,
  ) {
    super(message);
  }
}

const INVALID: ErrorCode[] = ["malformed", "wrong_type", "misdirected", "too_slow"];

/** The word an answer carries: api.md names fewer than the statuses need. */
export function wireCode(code: ErrorCode): string {
  if (INVALID.includes(code)) return "invalid";
  return code === "unavailable" || code === "login_provider" ? "internal" : code;
}

/** What an unforeseen fault is turned into: `unavailable` where the database can't be written for now. */
export function unexpected(cause: unknown): AppError {
  if (isUnwritable(cause)) {
    const retryAfterSeconds = UNWRITABLE_SECONDS;
    return new AppError("unavailable", refusals.unwritable, { cause, retryAfterSeconds });
  }
  return new AppError("internal", messages.unexpected, { cause });
}
