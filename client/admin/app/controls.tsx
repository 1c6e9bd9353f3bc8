import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

export type ToolLook = "main" | "quiet" | "plain" | "danger";

// What cannot be pressed is still read: it has its own colors, not paler ones.
const BASE =
  "inline-flex min-h-9 shrink-0 items-center justify-center gap-1.5 rounded-control text-xs font-semibold whitespace-nowrap transition-colors duration-150 disabled:cursor-not-allowed disabled:border-line disabled:bg-paper-2 disabled:text-ink-2 aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-paper-2 aria-disabled:text-ink-2";

const LOOKS: Record<ToolLook, string> = {
  // Clear borders stand out where the system forces its colors.
  main: "border border-transparent bg-coral px-3.5 text-card not-aria-disabled:enabled:hover:bg-coral-2",
  quiet: "border border-line bg-card px-3 text-ink not-aria-disabled:enabled:hover:border-ink-2",
  plain: "border border-transparent px-2.5 text-ink not-aria-disabled:enabled:hover:bg-paper-2",
  danger:
    "border border-danger bg-danger px-3.5 text-card not-aria-disabled:enabled:hover:opacity-90",
};

type ToolButtonProps = ComponentProps<"button"> & { look?: ToolLook; icon?: LucideIcon };

export function ToolButton({
  look = "quiet",
  icon: Icon,
  className = "",
  children,
  ...rest
}: ToolButtonProps) {
  return (
    <button type="button" {...rest} className={`${BASE} ${LOOKS[look]} ${className}`}>
      {Icon && <Icon aria-hidden="true" className="size-4" />}
      {children}
    </button>
  );
}

/** The classes of such a button, for links. */
export function toolClass(look: ToolLook, className = ""): string {
  return `${BASE} ${LOOKS[look].replaceAll("enabled:", "")} ${className}`;
}

type IconButtonProps = ComponentProps<"button"> & { label: string; icon?: LucideIcon };

/** An icon button with its label as tooltip. */
export function IconButton({
  label,
  icon: Icon,
  className = "",
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex size-8 shrink-0 items-center justify-center rounded-sheet text-ink-2 transition-colors duration-150 not-aria-disabled:enabled:hover:bg-paper-2 not-aria-disabled:enabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 ${className}`}
    >
      {Icon ? <Icon aria-hidden="true" className="size-4" /> : children}
    </button>
  );
}
