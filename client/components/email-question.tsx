import { type ComponentProps, useEffect, useRef } from "react";
import { emailWords } from "../content/pages.ts";
import { BreakableEmail } from "./breakable-email.tsx";
import { Button } from "./button.tsx";

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
