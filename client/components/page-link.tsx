import type { ComponentProps } from "react";
import { usePage } from "../lib/page-context.ts";

/** A link to a page of this site, which the browser follows; it says when that page is this one. */
export function PageLink({
  to,
  children,
  ...rest
}: Omit<ComponentProps<"a">, "href"> & { to: string }) {
  const here = usePage().pathname === to;
  return (
    <a {...rest} href={to} aria-current={here ? "page" : undefined}>
      {children}
    </a>
  );
}
