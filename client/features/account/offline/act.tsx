import type { ReactNode } from "react";
import type { IconProps } from "../../../components/icons.tsx";

type ActProps = {
  icon: (props: IconProps) => ReactNode;
  /** What it does, with what it does it to; read out. */
  name: string;
  /** What is shown beside the icon where there is room; begins the name. */
  label?: string;
  onPress: () => void;
};

/** A small button of a file: its icon, on wide screens with a word. */
export function Act({ icon: Icon, name, label, onPress }: ActProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={label ?? name}
      className="inline-flex min-h-11 min-w-10 items-center justify-center gap-1.5 rounded-control px-2 text-sm font-semibold text-ink-2 hover:bg-paper-2 hover:text-ink"
      onClick={onPress}
    >
      <Icon className="size-5 shrink-0" />
      {label && <span className="max-md:hidden">{label}</span>}
    </button>
  );
}

type ProgressProps = { name: string; received: number; total: number; className?: string };

/** How much of something has arrived. */
export function Progress({ name, received, total, className = "" }: ProgressProps) {
  return (
    <progress
      aria-label={name}
      value={received}
      max={Math.max(1, total)}
      className={`progress ${className}`}
    />
  );
}
