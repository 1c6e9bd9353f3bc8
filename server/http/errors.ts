import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ApiErrorBody } from "../contract/answers.ts";
import type { Deps } from "../deps.ts";
import { buyerRefusals } from "../contract/refusals.ts";
import { AppError, unexpected, wireCode } from "../errors.ts";
import type { AppEnv } from "./hono-env.ts";
import { securityHeaders } from "./headers.ts";

/** Writes every error response. Causes are logged under the request id and never sent. */
export function onError({ log, config }: Pick<Deps, "log" | "config">) {
  const headers = Object.entries({ ...securityHeaders(config), "Cache-Control": "no-store" });
  return (error: Error, c: Context<AppEnv>): Response => {
    const refusal = toAppError(error);
    const requestId = c.get("requestId") ?? randomUUID();
    for (const [name, value] of headers) c.header(name, value);
    c.header("X-Request-Id", requestId);
    if (refusal.cause !== undefined) logRefusal({ log }, refusal, { requestId });
    // A slow body would keep the connection open.
    if (refusal.code === "too_slow") c.header("Connection", "close");
    if (refusal.retryAfterSeconds) c.header("Retry-After", String(refusal.retryAfterSeconds));
    return c.json(errorBody(refusal, requestId), refusal.status);
  };
}

/** Logs the cause of a rejected request; `what` names the submitted form, if any. */
export function logRefusal(
  { log }: Pick<Deps, "log">,
  { cause, code, message, status }: AppError,
  { requestId, what }: { requestId: string; what?: string },
): void {
  const text = what ? `${what}: ${message}` : message;
  if (status < 500) log.info({ requestId, code, reason: cause }, text);
  else log.error({ requestId, code, err: cause }, text);
}

function toAppError(error: Error): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof HTTPException)) return unexpected(error);
  if (error.status === 413) return new AppError("too_large", buyerRefusals.tooLarge);
  if (error.status === 400) return new AppError("malformed", buyerRefusals.malformedJson);
  return unexpected(error);
}

export function errorBody(error: AppError, requestId: string): ApiErrorBody {
  return {
    ...error.more,
    message: error.message,
    error: error.message,
    code: wireCode(error.code),
    reason: error.reason,
    requestId,
    ...(error.errors && { errors: error.errors }),
  };
}
