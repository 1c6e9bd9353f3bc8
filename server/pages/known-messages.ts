import { messages, orderMessages, payMessages } from "../contract/messages.ts";
import { buyerRefusals, checkoutRefusals } from "../contract/refusals.ts";
import { refusals } from "../errors.ts";

const KNOWN = [messages, payMessages, orderMessages, buyerRefusals, checkoutRefusals, refusals];

/** Returns a trimmed message of the shop, or null for any other text: anyone can craft a link. */
export function findKnownMessage(text: string): string | null {
  const message = text.trim();
  return KNOWN.some((texts) => Object.values<unknown>(texts).includes(message)) ? message : null;
}
