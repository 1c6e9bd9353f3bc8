import type { ReactNode } from "react";
import { frameWords, policyNames } from "../content/pages.ts";
import { usePage, useSite } from "../lib/page-context.ts";
import { CubMark } from "./logo.tsx";
import { PageLink } from "./page-link.tsx";
import { PrivacySettingsItem } from "../tracking/privacy-settings.tsx";

const LINK = "inline-flex min-h-8 items-center rounded text-ink underline-offset-4 hover:underline";
const words = frameWords.footer;

export function SiteFooter() {
  const { brand, supportEmail, testimonials } = useSite();
  return (
    <footer className="border-t border-line bg-paper print:hidden">
      <div className="column grid gap-x-12 gap-y-9 py-12 text-base lg:grid-cols-[minmax(0,1fr)_auto]">
        <nav
          aria-label="Footer"
          className="grid grid-cols-2 gap-x-8 gap-y-8 sm:grid-cols-3 lg:order-last lg:gap-x-14"
        >
          <QuickLinks testimonials={testimonials} />
          <LinkList heading={words.legal}>
            <PageItem to="/privacy" name={policyNames.privacy} />
            <PageItem to="/terms" name={policyNames.terms} />
            <PageItem to="/refund" name={policyNames.refund} />
            <PrivacySettingsItem className={LINK} />
          </LinkList>
          <LinkList heading={words.support} className="max-sm:col-span-2">
            {/* Plain links: these pages load without trackers. */}
            <Item href="/account" name={words.account} />
            <Item href="/orders/find" name={words.findOrder} />
            <PageItem to="/contact" name={words.contact} />
            <Item href={`mailto:${supportEmail}`} name={supportEmail} className="wrap-anywhere" />
          </LinkList>
        </nav>
        <div className="flex gap-3 text-sm text-ink-2">
          <CubMark className="h-8 w-auto shrink-0" />
          <div className="max-w-[26rem] space-y-1.5">
            <p>
              Copyright © {words.year} {brand}. {words.rights}
            </p>
            <p>{words.disclaimer}</p>
          </div>
        </div>
      </div>
    </footer>
  );
}

/** Links to sections of the landing page. */
function QuickLinks({ testimonials }: { testimonials: boolean }) {
  const here = usePage().pathname === "/";
  const page = here ? "" : "/";
  return (
    <LinkList heading={words.quickLinks}>
      <Item href={here ? "#" : "/"} name={words.home} />
      <Item href={`${page}#pricing`} name={words.pricing} />
      {testimonials && <Item href={`${page}#testimonials`} name={words.testimonials} />}
      <Item href={`${page}#faq`} name={words.faq} />
    </LinkList>
  );
}

function PageItem({ to, name }: { to: string; name: string }) {
  return (
    <li>
      <PageLink to={to} className={LINK}>
        {name}
      </PageLink>
    </li>
  );
}

/** A link without `aria-current`. */
function Item({ href, name, className }: { href: string; name: string; className?: string }) {
  return (
    <li>
      <a href={href} className={className ? `${LINK} ${className}` : LINK}>
        {name}
      </a>
    </li>
  );
}

function LinkList({
  heading,
  className = "",
  children,
}: {
  heading: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={`min-w-0 ${className}`}>
      <p className="font-semibold text-ink-2">{heading}</p>
      <ul className="mt-1.5">{children}</ul>
    </div>
  );
}
