import { messages } from "../../server/contract/messages.ts";
import type { Reason } from "../../server/contract/reasons.ts";

// The server's AppError and the browser's ApiError have messages for visitors.
const VISITOR_ERRORS = new Set(["AppError", "ApiError"]);

/** The reason of a refused call; undefined for any other error. */
export function reasonOf(error: unknown): string | undefined {
  const hasReason = error instanceof Error && VISITOR_ERRORS.has(error.name) && "reason" in error;
  return hasReason && typeof error.reason === "string" ? error.reason : undefined;
}

export function isRefusedFor(error: unknown, reason: Reason): boolean {
  return reasonOf(error) === reason;
}

/** The text to show for an error; messages of internal errors are not shown. */
export function readableMessage(error: unknown): string {
  const readable = error instanceof Error && VISITOR_ERRORS.has(error.name);
  return (readable && error.message) || messages.unexpected;
}
