import { isUnwritable } from "../db/unwritable.ts";
import { messages } from "./contract/messages.ts";
import { buyerRefusals } from "./contract/refusals.ts";
import type { Reason } from "./contract/reasons.ts";

/** Error messages of refused requests that buyers do not read; the others are `buyerRefusals`. */
export const refusals = {
  keyInvalid: "An Idempotency-Key is 1 to 255 visible ASCII characters, without spaces.",
  keyReused: "This Idempotency-Key was used for another request.",
  wrongType: "Please send this request as JSON.",
  administrators: "Only administrators can do this.",
  foreignLogin: "Please start the login on this site.",
  foreignOrigin: "This request came from another site and was refused.",
  notFound: "Not found.",
  otherHost: "This isn't the address of the shop.",
  badSignature: "The signature isn't valid.",
  noEvent: "The body isn't a complete event.",
  webhookDisabled: "Webhooks aren't set up.",
} as const;

/** Retry-After while the database is not writable: a person must fix a full disk or a lock. */
const UNWRITABLE_SECONDS = 60;

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

type AppErrorDetails = {
  /** Logged, never sent. */
  cause?: unknown;
  /** Specific reason; defaults to the code. */
  reason?: Reason;
  errors?: Record<string, string[]>;
  retryAfterSeconds?: number;
  /** Additional fields of the response body. */
  more?: Record<string, unknown>;
};

export class AppError extends Error {
  override readonly name = "AppError";
  declare readonly reason: Reason;
  declare readonly errors: AppErrorDetails["errors"];
  declare readonly retryAfterSeconds: AppErrorDetails["retryAfterSeconds"];
  declare readonly more: AppErrorDetails["more"];

  constructor(
    readonly code: ErrorCode,
    publicMessage: string,
    { cause, reason = code, errors, retryAfterSeconds, more }: AppErrorDetails = {},
  ) {
    super(publicMessage, { cause });
    Object.assign(this, { reason, errors, retryAfterSeconds, more });
  }

  get status(): (typeof STATUS_OF)[ErrorCode] {
    return STATUS_OF[this.code];
  }
}

export function conflict(publicMessage: string, reason: Reason = "conflict"): AppError {
  return new AppError("conflict", publicMessage, { reason });
}

export function inUse(publicMessage: string): AppError {
  return conflict(publicMessage, "in_use");
}

/** Error of a request that names a row which does not exist. */
export function unknownRow(): AppError {
  return new AppError("not_found", "This row no longer exists.", { reason: "unknown_row" });
}

/** An error of a command, in one line that says what to do. Exit status 1: failed, 2: wrong arguments. */
export class CommandError extends Error {
  override name = "CommandError";
  constructor(
    message: string,
    readonly status: 1 | 2 = 1,
  ) {
    super(message);
  }
}

/** Returns the `code` of a Node or SQLite error, else "". */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Thrown when the mail server reports that the mailbox does not exist. */
export class UnknownMailbox extends Error {
  override readonly name = "UnknownMailbox";
}

/** Thrown when the payment provider rejects the shop's API key. */
export class KeyRefused extends Error {
  override readonly name = "KeyRefused";
}

/** Thrown when the provider rejects a call permanently. The message is the provider's. */
export class CallRefused extends Error {
  override readonly name = "CallRefused";
  constructor(
    cause: Error,
    /** Rejected parameter in the provider's notation: `line_items[0][price_data][currency]`. */
    readonly param: string | null,
  ) {
    super(cause.message, { cause });
  }
}

/** Webhook with an invalid signature, which anyone can send. */
export class RefusedEvent extends Error {
  override readonly name = "RefusedEvent";
  constructor(
    message: string,
    /** The signature's timestamp is outside the tolerance; the cause may be clock skew. */
    readonly isOutOfTime: boolean,
  ) {
    super(message);
  }
}

const INVALID: ErrorCode[] = ["malformed", "wrong_type", "misdirected", "too_slow"];

/** Maps an error code to the smaller set of codes that clients receive. */
export function wireCode(code: ErrorCode): string {
  if (INVALID.includes(code)) return "invalid";
  return code === "unavailable" || code === "login_provider" ? "internal" : code;
}

/** Wraps an unexpected error: `unavailable` while the database can't be written, else `internal`. */
export function unexpected(cause: unknown): AppError {
  if (isUnwritable(cause)) {
    const retryAfterSeconds = UNWRITABLE_SECONDS;
    return new AppError("unavailable", buyerRefusals.unwritable, { cause, retryAfterSeconds });
  }
  return new AppError("internal", messages.unexpected, { cause });
}
