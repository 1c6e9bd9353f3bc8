import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { formatMoney } from "../../../server/contract/format.ts";
import type { State, Tone } from "./order-rules.ts";
import type { ScreenPath } from "./screen-paths.ts";
import { timeOf, wholeTimeOf } from "./times.ts";

type PanelProps = {
  title: string;
  count?: number | undefined;
  /** Stands at the end of the heading's line. */
  aside?: ReactNode;
  /** Waits for a person: it stands out from the others. */
  urgent?: boolean;
  className?: string;
  children: ReactNode;
};

/** A box of a desk with its heading. */
export function Panel({ title, count, aside, urgent, className = "", children }: PanelProps) {
  const id = useId();
  const border = urgent ? "border-danger" : "border-line";
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 rounded-control border bg-card ${border} ${className}`}
    >
      <header className="flex min-h-10 items-center gap-2 border-b border-line px-4">
        <h3 id={id} className="font-sans text-sm font-semibold">
          {title}
        </h3>
        {count !== undefined && <Count count={count} urgent={urgent ?? false} />}
        {aside && <div className="ml-auto">{aside}</div>}
      </header>
      {children}
    </section>
  );
}

/** How many there are, as a mark beside a heading. */
export function Count({ count, urgent }: { count: number; urgent: boolean }) {
  const colors = urgent ? "bg-danger-2 text-danger" : "bg-paper-2 text-ink-2";
  return (
    <span className={`rounded-full px-2 text-xs font-semibold tabular-nums ${colors}`}>
      {count.toLocaleString()}
    </span>
  );
}

/** The rows of a panel; one text where it has none. */
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

/** A state in a few words; its color says nothing that the words don't. */
export function StateMark({ state: { text, tone } }: { state: State }) {
  return (
    <span
      className={`inline-flex shrink-0 items-center rounded-full px-2 py-px font-semibold whitespace-nowrap ${TONES[tone]}`}
    >
      {text}
    </span>
  );
}

export function Amount({ amount, currency }: { amount: number; currency: string }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(amount, currency)}</span>;
}

export function Time({ at, children }: { at: string; children?: ReactNode }) {
  return (
    <time dateTime={at} title={wholeTimeOf(at)} className="tabular-nums">
      {children ?? timeOf(at)}
    </time>
  );
}

type PairProps = { name: string; className?: string; children: ReactNode };

/** A name beside its value, in a `<dl>`. */
export function Pair({ name, className = "", children }: PairProps) {
  return (
    <div className={`flex min-h-8 items-center gap-x-3 ${className}`}>
      <dt className="w-20 shrink-0 @md:w-28 text-ink-2">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-1.5">{children}</dd>
    </div>
  );
}

type ScreenProps = {
  /** What leads here, above the title. */
  trail?: ReactNode;
  title: string;
  mark?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** A screen of the desk: its title, what can be done, and its panels. */
export function Screen({ trail, title, mark, lead, actions, children }: ScreenProps) {
  return (
    <div className="@container mx-auto w-full max-w-[84rem] px-4 py-5 text-xs sm:px-6">
      <header className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-72">
          {trail && <p className="mb-1 text-ink-2">{trail}</p>}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-xl wrap-anywhere sm:text-2xl">{title}</h2>
            {mark}
          </div>
          {lead && <div className="mt-1 text-ink-2 empty:hidden">{lead}</div>}
        </div>
        {/* The buttons of several parts go to the next line one by one. */}
        {actions && (
          <div className="flex flex-wrap items-center gap-2 *:[div]:contents">{actions}</div>
        )}
      </header>
      {children}
    </div>
  );
}

type ScreenLinkProps = {
  path: ScreenPath;
  /** Read out in place of what stands in it. */
  label?: string;
  className?: string;
  children: ReactNode;
};

/** A link to another screen of the admin. */
export function ScreenLink({ path, label, className = "link", children }: ScreenLinkProps) {
  return (
    <Link
      to={path.to}
      search={path.search ?? {}}
      className={className}
      aria-label={label}
      title={label}
    >
      {children}
    </Link>
  );
}
