import type { ComponentProps } from "react";
import { usePage, useSite } from "../lib/page-context.ts";

/** A link to a page of this site, marked when it is the current page. */
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

export function MailLink({ className = "link wrap-anywhere" }: { className?: string }) {
  const { supportEmail } = useSite();
  return (
    <a className={className} href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  );
}
