import { Check, Copy, Mail } from "lucide-react";
import type { State, Tone } from "../../../server/contract/states.ts";
import { type ReactNode, useEffect, useId, useState } from "react";
import { BreakableEmail } from "../../components/fact.tsx";
import { copyWords, orderWords } from "../../content/admin-orders.ts";
import { IconButton } from "./controls.tsx";
import { moneyText, type Times } from "./formats.ts";
import { useTimes } from "./times.ts";

type PanelProps = {
  title: string;
  count?: number | undefined;
  /** Rendered at the end of the heading line. */
  aside?: ReactNode;
  urgent?: boolean;
  children: ReactNode;
};

/** Titled section of a screen. */
export function Panel({ title, count, aside, urgent = false, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 rounded-control border bg-card ${urgent ? "border-danger" : "border-line"}`}
    >
      <header className="flex min-h-10 flex-wrap items-center gap-x-2 border-b border-line px-4">
        <h3 id={id} className="py-2 font-sans text-sm font-semibold">
          {title}
        </h3>
        {count !== undefined && <Count count={count} urgent={urgent} />}
        {aside && <div className="ml-auto">{aside}</div>}
      </header>
      {children}
    </section>
  );
}

export function Count({ count, urgent }: { count: number; urgent: boolean }) {
  const colors = urgent ? "bg-danger-2 text-danger" : "bg-paper-2 text-ink-2";
  return (
    <span className={`rounded-full px-2 text-xs font-semibold tabular-nums ${colors}`}>
      {count.toLocaleString()}
    </span>
  );
}

/** Rows of a panel, or the text `empty` if there are no rows. */
export function PanelRows({ empty, children }: { empty?: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="px-4 py-3 text-ink-2">{empty}</p>;
  return <ul className="divide-y divide-line">{children}</ul>;
}

const TONES: Record<Tone, string> = {
  good: "bg-teal-2 text-teal",
  wait: "bg-paper-2 text-ink",
  bad: "bg-danger-2 text-danger",
  plain: "border border-line text-ink-2",
};

/** Status badge. The color is decorative; the text contains the state. */
export function StateMark({ state: { text, tone } }: { state: State }) {
  return (
    <span
      className={`inline-flex shrink-0 items-center rounded-full px-2 py-px leading-4 font-semibold whitespace-nowrap ${TONES[tone]}`}
    >
      {text}
    </span>
  );
}

export function Amount({ amount, currency }: { amount: number; currency: string }) {
  return <span className="whitespace-nowrap tabular-nums">{moneyText(amount, currency)}</span>;
}

type TimeProps = {
  at: string;
  format?: keyof Times;
  /** Returns a sentence that contains the formatted time. */
  wrap?: (time: string) => ReactNode;
};

export function Time({ at, format = "timeOf", wrap = (time) => time }: TimeProps) {
  const times = useTimes();
  return (
    <time dateTime={at} title={times.wholeTimeOf(at)} className="tabular-nums">
      {wrap(times[format](at))}
    </time>
  );
}

type PairProps = { name: string; className?: string; children: ReactNode };

/** Term and description of a `<dl>`. */
export function Pair({ name, className = "", children }: PairProps) {
  return (
    <div className={`flex min-h-8 items-center gap-x-3 ${className}`}>
      <dt className="w-20 shrink-0 @md:w-28 text-ink-2">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-1.5">{children}</dd>
    </div>
  );
}

const COPIED_MS = 2000;

/** Copies a text to the clipboard. `what` names the text: "the email". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [result, setResult] = useState<string>();
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(undefined), COPIED_MS);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    try {
      // `navigator.clipboard` is undefined on plain HTTP.
      await navigator.clipboard.writeText(text);
      setResult(copyWords.done);
    } catch {
      setResult(copyWords.failed);
    }
  };
  return (
    <span className="relative inline-flex">
      <IconButton
        icon={result ? Check : Copy}
        label={copyWords.label(what)}
        className={result ? "*:text-teal" : ""}
        onClick={() => void copy()}
      />
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

/** Email address with a copy button and a `mailto:` link. */
export function EmailTools({ email, subject }: { email: string; subject: string }) {
  return (
    <>
      <span className="min-w-0 font-semibold wrap-anywhere">
        <BreakableEmail email={email} />
      </span>
      <CopyButton text={email} what={copyWords.email} />
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
