import type { ComponentProps, ReactNode } from "react";
import { Card } from "./card.tsx";

type NoticeProps = {
  heading: string;
  children: ReactNode;
  /** A picture above the heading. */
  mark?: ReactNode;
};

/** Page with a single message: heading, text and actions. */
export function Notice({ heading, children, mark }: NoticeProps) {
  return (
    <div className="column band">
      <div className="max-w-[40rem]">
        {mark}
        <h1 className="text-4xl wrap-anywhere">{heading}</h1>
        {children}
      </div>
    </div>
  );
}

/** The row of actions under a message; full width on phones. */
export function Actions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-center">
      {children}
    </div>
  );
}

export function SideCard({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Card as="aside" raised className="px-6 py-6 sm:px-7">
      <h2 className="mb-4 text-xl">{heading}</h2>
      {children}
    </Card>
  );
}

type AlertTone = "danger" | "question" | "done" | "note";

const TONES: Record<AlertTone, string> = {
  danger: "border-2 border-danger bg-danger-2",
  question: "border-2 border-sun bg-card",
  done: "bg-teal-2",
  note: "bg-paper-2",
};

type AlertProps = ComponentProps<"p"> & { tone: AlertTone; as?: "p" | "div" };

/** A highlighted box. The caller sets its role. */
export function Alert({ tone, as: Tag = "p", className = "", ...rest }: AlertProps) {
  return <Tag {...rest} className={`rounded-control ${TONES[tone]} ${className}`} />;
}

/** Loading spinner with a label for screen readers. */
export function Spinner({ label }: { label: string }) {
  return (
    <p role="status" className="flex items-center gap-3 text-ink-2">
      <span
        aria-hidden="true"
        className="size-6 shrink-0 animate-spin rounded-full border-3 border-line border-t-teal"
      />
      {label}
    </p>
  );
}
