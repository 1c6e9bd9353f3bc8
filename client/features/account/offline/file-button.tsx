import type { ReactNode } from "react";
import type { IconProps } from "../../../components/icons.tsx";

export type FileButtonProps = {
  icon: (props: IconProps) => ReactNode;
  /** Accessible name: the action and its file. */
  name: string;
  /** Text next to the icon on wide screens; the beginning of `name`. */
  label?: string;
  onClick: () => void;
};

/** A small icon button of a file. */
export function FileButton({ icon: Icon, name, label, onClick }: FileButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={label ?? name}
      className="inline-flex min-h-11 min-w-10 items-center justify-center gap-1.5 rounded-control px-2 text-sm font-semibold text-ink-2 hover:bg-paper-2 hover:text-ink"
      onClick={onClick}
    >
      <Icon className="size-5 shrink-0" />
      {label && <span className="max-md:hidden">{label}</span>}
    </button>
  );
}

type ProgressProps = { name: string; received: number; total: number; className?: string };

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
