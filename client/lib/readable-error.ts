import { messages } from "../../server/contract/messages.ts";
import type { Reason } from "../../server/contract/reasons.ts";

// The server's AppError and the browser's ApiError carry texts written for the visitor.
const WRITTEN_FOR_VISITORS = new Set(["AppError", "ApiError"]);

/** Why the shop has refused, as a stable word; undefined for anything else. */
export function reasonOf(error: unknown): string | undefined {
  const hasReason =
    error instanceof Error && WRITTEN_FOR_VISITORS.has(error.name) && "reason" in error;
  return hasReason && typeof error.reason === "string" ? error.reason : undefined;
}

/** Says whether the shop has refused for this reason. */
export function isRefusedFor(error: unknown, reason: Reason): boolean {
  return reasonOf(error) === reason;
}

/** The text to show for a failure; internals of any other error never reach the page. */
export function readableMessage(error: unknown): string {
  const readable = error instanceof Error && WRITTEN_FOR_VISITORS.has(error.name);
  return (readable && error.message) || messages.unexpected;
}
