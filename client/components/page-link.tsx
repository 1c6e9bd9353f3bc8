import type { ComponentProps } from "react";
import { usePage } from "../lib/page-context.ts";
import { useSite } from "../lib/use-site.ts";

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

/** The support's email address, as a link that opens a mail program. */
export function MailLink({ className = "link wrap-anywhere" }: { className?: string }) {
  const { supportEmail } = useSite();
  return (
    <a className={className} href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  );
}
