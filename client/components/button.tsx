import type { ComponentProps } from "react";
import { PageLink } from "./page-link.tsx";

export type ButtonLook = "main" | "outline" | "dark" | "quiet" | "plain";

const BASE =
  "inline-flex items-center justify-center gap-2 text-center font-semibold no-underline transition-[background-color,border-color,transform] duration-150 active:translate-y-px aria-disabled:cursor-progress aria-disabled:opacity-85 aria-disabled:active:translate-y-0 print:hidden";

const LOOKS: Record<ButtonLook, string> = {
  // Forced-colors mode makes transparent borders visible.
  main: "min-h-14 rounded-button border-2 border-b-3 border-transparent border-b-coral-2 bg-coral px-6 py-2.5 text-lg tracking-wide text-card hover:bg-coral-2",
  outline:
    "min-h-14 rounded-button border-2 border-ink bg-card px-6 py-2.5 text-lg tracking-wide text-ink hover:bg-paper-2",
  dark: "min-h-12 rounded-control border-2 border-ink bg-ink px-6 py-2.5 text-base text-card hover:bg-ink-3",
  quiet:
    "min-h-12 rounded-control border border-ink-2 bg-card px-5 py-2.5 text-base text-ink hover:bg-paper-2",
  plain:
    "min-h-12 rounded-control px-3 py-2.5 text-base text-ink underline decoration-2 underline-offset-4 hover:decoration-3",
};

/** Returns the button classes, for use on other elements. */
export function buttonClass(look: ButtonLook, className = ""): string {
  return `${BASE} ${LOOKS[look]} ${className}`;
}

type Look = { look?: ButtonLook; className?: string };

export function Button({ look = "outline", className, ...rest }: ComponentProps<"button"> & Look) {
  return <button type="button" {...rest} className={buttonClass(look, className)} />;
}

/** Link styled as a button, for an anchor, a file or an external URL. */
export function ButtonLink({
  look = "outline",
  className,
  children,
  ...rest
}: ComponentProps<"a"> & Look) {
  return (
    <a {...rest} className={buttonClass(look, className)}>
      {children}
    </a>
  );
}

/** Link to a page of this site, styled as a button. */
export function ButtonRoute({
  look = "outline",
  className,
  ...rest
}: ComponentProps<typeof PageLink> & Look) {
  return <PageLink {...rest} className={buttonClass(look, className)} />;
}
