import type { ReactNode } from "react";

type BarProps = {
  text: string;
  /** What can be done about it. */
  children?: ReactNode;
};

/** A line across the admin that says how things stand. */
export function Bar({ text, children }: BarProps) {
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-paper-2 px-4 py-2 text-xs text-ink"
    >
      <p className="min-w-0 flex-1 basis-60">{text}</p>
      {children}
    </div>
  );
}
