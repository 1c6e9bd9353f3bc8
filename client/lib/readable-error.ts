import { messages } from "../../server/contract/messages.ts";

// The server's AppError and the browser's ApiError carry texts written for the visitor.
const WRITTEN_FOR_VISITORS = new Set(["AppError", "ApiError"]);

/** The stable word of a refusal by the shop (`unpaid`, `rate_limited`); undefined for anything else. */
export function codeOf(error: unknown): string | undefined {
  const hasCode = error instanceof Error && WRITTEN_FOR_VISITORS.has(error.name) && "code" in error;
  return hasCode && typeof error.code === "string" ? error.code : undefined;
}

/** The text to show for a failure; internals of any other error never reach the page. */
export function readableMessage(error: unknown): string {
  const readable = error instanceof Error && WRITTEN_FOR_VISITORS.has(error.name);
  return (readable && error.message) || messages.unexpected;
}
