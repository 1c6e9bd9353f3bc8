import { checkoutRefusals } from "../contract/checkout.ts";
import { INVALID_EMAIL } from "../contract/fields.ts";
import { messages, orderMessages, payMessages } from "../contract/messages.ts";
import { refusals } from "../errors.ts";

const KNOWN = new Set<unknown>(
  [messages, payMessages, orderMessages, refusals, checkoutRefusals, { INVALID_EMAIL }].flatMap(
    (texts) => Object.values(texts),
  ),
);

/** Returns a trimmed message of the shop, or null for any other text: anyone can craft a link. */
export function findKnownMessage(text: string): string | null {
  const message = text.trim();
  return KNOWN.has(message) ? message : null;
}
