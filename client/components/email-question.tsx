import { type ComponentProps, useEffect, useRef, useState } from "react";
import { suggestEmail } from "../../server/contract/email-suggestion.ts";
import { emailWords } from "../content/pages.ts";
import { Button } from "./button.tsx";
import { BreakableEmail } from "./fact.tsx";

/** A second click within this time is a double click or a held key, not an answer. */
export const TOO_SOON_MS = 700;

/** The address asked about; `heldAt` is when a click was last held back. */
type AskedEmail = { text: string; heldAt?: number };

/** The state after the address was checked; an earlier click for the same text still counts. */
export function askAbout(asked: AskedEmail, email: string): AskedEmail {
  const text = email.trim();
  return asked.text === text ? asked : { text };
}

/**
 * Holds back the first click that would send an address that looks mistyped: returns the new state, or
 * undefined when the click may proceed. `now` in milliseconds.
 */
export function holdClick(asked: AskedEmail, email: string, now: number): AskedEmail | undefined {
  const { text, heldAt } = askAbout(asked, email);
  if (suggestEmail(text) === undefined) return undefined;
  const answered = heldAt !== undefined && now - heldAt >= TOO_SOON_MS;
  return answered ? undefined : { text, heldAt: now };
}

/** Asks about an address that looks mistyped, and holds back the first click on submit. */
export function useEmailQuestion(email: string) {
  // The address of a posted form has been asked about already.
  const [asked, setAsked] = useState<AskedEmail>(() => ({ text: email.trim() }));
  const current = asked.text === email.trim();
  return {
    /** The likely address, once the visitor was asked about the current one. */
    suggestion: current ? suggestEmail(email) : undefined,
    /** Whether a click was held back. */
    held: current && asked.heldAt !== undefined,
    /** Call it when the field loses focus. */
    ask: () => setAsked(askAbout(asked, email)),
    /** Whether this click is held back; the next one for the same address proceeds. */
    holds(): boolean {
      const held = holdClick(asked, email, Date.now());
      if (held) setAsked(held);
      return held !== undefined;
    },
  };
}

type EmailQuestionProps = {
  id: string;
  suggestion: string | undefined;
  /** Name of the button whose click is held back. */
  held?: string | undefined;
  /** The button that accepts: a handler, or the form that it submits. */
  accept: Pick<ComponentProps<typeof Button>, "type" | "form" | "onClick" | "className">;
};

/** Asks whether another address was meant; one click accepts it. */
export function EmailQuestion({ id, suggestion, held, accept }: EmailQuestionProps) {
  const box = useRef<HTMLDivElement>(null);
  const waits = suggestion !== undefined && held !== undefined;
  useEffect(() => {
    // A held click must have a visible effect.
    if (waits) box.current?.scrollIntoView({ block: "nearest" });
  }, [waits]);
  return (
    <div
      ref={box}
      className={
        suggestion &&
        "mt-3 scroll-my-6 rounded-control border-2 border-sun bg-card px-4 pt-3 pb-1.5"
      }
    >
      {/* Always rendered: a live region that is added with its text is not announced. */}
      <div role="status" id={id}>
        {suggestion && (
          <p className="font-semibold wrap-anywhere">
            {emailWords.question} <BreakableEmail email={suggestion} />?
          </p>
        )}
        {waits && <p className="mt-1 text-sm text-ink-2">{emailWords.held(held)}</p>}
      </div>
      {suggestion && (
        <Button
          look="plain"
          {...accept}
          className={`-mx-3 ${accept.className ?? ""}`}
          aria-describedby={id}
        >
          {emailWords.accept}
        </Button>
      )}
    </div>
  );
}
