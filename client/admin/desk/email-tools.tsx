import { Mail } from "lucide-react";
import { BreakableEmail } from "../../components/breakable-email.tsx";
import { deskWords } from "../../content/admin-orders.ts";
import { CopyButton } from "./copy-button.tsx";

/** An email, its copy button, and the way into the owner's own mail program. */
export function EmailTools({ email, subject }: { email: string; subject: string }) {
  return (
    <>
      <span className="min-w-0 font-semibold wrap-anywhere">
        <BreakableEmail email={email} />
      </span>
      <CopyButton text={email} what={deskWords.copy.email} />
      <a
        href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`}
        aria-label={deskWords.order.write(email)}
        title={deskWords.order.write(email)}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-sheet text-ink-2 hover:bg-paper-2 hover:text-ink"
      >
        <Mail aria-hidden="true" className="size-4" />
      </a>
    </>
  );
}
