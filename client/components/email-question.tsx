import { type ComponentProps, useEffect, useRef, useState } from "react";
import { suggestEmail } from "../../server/contract/email-suggestion.ts";
import { fill } from "../../server/contract/words.ts";
import { emailWords } from "../content/parts.ts";
import { Button } from "./button.tsx";
import { BreakableEmail } from "./fact.tsx";

/** A click within this time after a blocked one is a double click or a held key; block it, too. */
export const TOO_SOON_MS = 700;

/** Email address checked for a typo; `heldAt` is the time of the last blocked click. */
type AskedEmail = { text: string; heldAt?: number };

/** Returns the state after checking an address; keeps `heldAt` if the address is unchanged. */
export function askAbout(asked: AskedEmail, email: string): AskedEmail {
  const text = email.trim();
  return asked.text === text ? asked : { text };
}

/**
 * Blocks the first submit of an address that looks mistyped. Returns the new state, or undefined
 * when the submit may proceed; `now` is in milliseconds.
 */
export function holdClick(asked: AskedEmail, email: string, now: number): AskedEmail | undefined {
  const { text, heldAt } = askAbout(asked, email);
  if (suggestEmail(text) === undefined) return undefined;
  const answered = heldAt !== undefined && now - heldAt >= TOO_SOON_MS;
  return answered ? undefined : { text, heldAt: now };
}

/** Suggests a correction for a mistyped email address and blocks the first submit. */
export function useEmailQuestion(email: string) {
  // Show the suggestion at once for an address from a posted form.
  const [asked, setAsked] = useState<AskedEmail>(() => ({ text: email.trim() }));
  const current = asked.text === email.trim();
  return {
    /** Suggested address; set only after the current address was checked. */
    suggestion: current ? suggestEmail(email) : undefined,
    /** Whether a submit of the current address was blocked. */
    held: current && asked.heldAt !== undefined,
    /** Checks the address; call on blur. */
    ask: () => setAsked(askAbout(asked, email)),
    /** Whether to block this submit; the next submit of the same address proceeds. */
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
  /** Label of the button whose click was blocked. */
  held?: string | undefined;
  /** Props of the button that accepts the suggestion: a click handler, or the form to submit. */
  accept: Pick<ComponentProps<typeof Button>, "type" | "form" | "onClick" | "className">;
};

/** Suggests a corrected email address, with a button that accepts it. */
export function EmailQuestion({ id, suggestion, held, accept }: EmailQuestionProps) {
  const box = useRef<HTMLDivElement>(null);
  const waits = suggestion !== undefined && held !== undefined;
  useEffect(() => {
    // Give visible feedback for the blocked click.
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
        {waits && (
          <p className="mt-1 text-sm text-ink-2">{fill(emailWords.held, { button: held })}</p>
        )}
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
