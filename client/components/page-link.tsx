import type { ComponentProps, ReactNode } from "react";
import { usePage, useSite } from "../lib/page-context.ts";

/** Link to a page of this site; sets `aria-current` on the current page. */
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

/** Inline text link. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <PageLink className="link" to={to}>
      {children}
    </PageLink>
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
