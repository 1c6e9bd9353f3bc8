import { Check, Copy, Mail } from "lucide-react";
import { useEffect, useState } from "react";
import { BreakableEmail } from "../../components/breakable-email.tsx";
import { copyWords as words, orderWords } from "../../content/admin-orders.ts";
import { copyText } from "../../lib/copy-text.ts";
import { IconButton } from "../app/controls.tsx";

const SHOWN_MS = 2000;

/** Copies a text to the clipboard. `what` names the text: "the email". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [result, setResult] = useState<string>();
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = () =>
    copyText(text).then(
      () => setResult(words.done),
      () => setResult(words.failed),
    );
  return (
    <span className="relative inline-flex">
      <IconButton label={words.label(what)} onClick={() => void copy()}>
        {result ? (
          <Check aria-hidden="true" className="size-4 text-teal" />
        ) : (
          <Copy aria-hidden="true" className="size-4" />
        )}
      </IconButton>
      <span role="status" className="absolute top-full left-1/2 z-10 -translate-x-1/2">
        {result && (
          <span className="block rounded-sheet bg-ink px-2 py-0.5 whitespace-nowrap text-card">
            {result}
          </span>
        )}
      </span>
    </span>
  );
}

/** An email with a copy button and a `mailto:` link. */
export function EmailTools({ email, subject }: { email: string; subject: string }) {
  return (
    <>
      <span className="min-w-0 font-semibold wrap-anywhere">
        <BreakableEmail email={email} />
      </span>
      <CopyButton text={email} what={words.email} />
      <a
        href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`}
        aria-label={orderWords.write(email)}
        title={orderWords.write(email)}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-sheet text-ink-2 hover:bg-paper-2 hover:text-ink"
      >
        <Mail aria-hidden="true" className="size-4" />
      </a>
    </>
  );
}
