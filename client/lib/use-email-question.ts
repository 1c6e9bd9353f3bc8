import { useState } from "react";
import { suggestEmail } from "../../server/contract/email-suggestion.ts";

/** The second half of a double click, or a key that is kept down, answers nothing: there was no time to read. */
export const TOO_SOON_MS = 700;

/** The address that a visitor was asked about; `heldAt` is when a press last waited for the answer. */
type AskedEmail = { text: string; heldAt?: number };

/** What a form knows once its address was looked at: an earlier press for the same text still counts. */
export function askAbout(asked: AskedEmail, email: string): AskedEmail {
  const text = email.trim();
  return asked.text === text ? asked : { text };
}

/**
 * What becomes of a press that would send the address, at `now` in milliseconds: the first one for an
 * address that looks mistyped is held, and what was asked is returned. Undefined when it may go on.
 */
export function holdPress(asked: AskedEmail, email: string, now: number): AskedEmail | undefined {
  const { text, heldAt } = askAbout(asked, email);
  if (suggestEmail(text) === undefined) return undefined;
  const answered = heldAt !== undefined && now - heldAt >= TOO_SOON_MS;
  return answered ? undefined : { text, heldAt: now };
}

/** Asks about an address that looks mistyped, and lets a press on the form's button wait once. */
export function useEmailQuestion(email: string) {
  // What a posted form comes back with was left by its visitor already.
  const [asked, setAsked] = useState<AskedEmail>(() => ({ text: email.trim() }));
  const current = asked.text === email.trim();
  return {
    /** The address that was probably meant, once the visitor was asked about the present one. */
    suggestion: current ? suggestEmail(email) : undefined,
    /** Whether a press waits for the answer (decision: email-suggestion). */
    held: current && asked.heldAt !== undefined,
    /** The visitor has left the field. */
    ask: () => setAsked(askAbout(asked, email)),
    /** Whether this press waits; the next one for the same address goes on. */
    holds(): boolean {
      const held = holdPress(asked, email, Date.now());
      if (held) setAsked(held);
      return held !== undefined;
    },
  };
}
