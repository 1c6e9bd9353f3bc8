import { randomUUID } from "node:crypto";
import { refusals } from "../contract/refusals.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { errorBody } from "./errors.ts";
import { securityHeaders } from "./headers.ts";

const ASK_AGAIN_SECONDS = 1;

/** Answers what a store was sent that never opened, or that has closed: 503, and to be asked again. */
export function unavailableAnswer(config: Deps["config"]): () => Response {
  const headers = {
    ...securityHeaders(config),
    "Cache-Control": "no-store",
    "Retry-After": String(ASK_AGAIN_SECONDS),
  };
  return () => {
    const requestId = randomUUID();
    const refusal = new AppError("unavailable", refusals.closed);
    return Response.json(errorBody(refusal, requestId), {
      status: refusal.status,
      headers: { ...headers, "X-Request-Id": requestId },
    });
  };
}
