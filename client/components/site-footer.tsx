import type { ReactNode } from "react";
import { pageWords } from "../content/pages.ts";
import { usePage } from "../lib/page-context.ts";
import { useSite } from "../lib/use-site.ts";
import { CubMark } from "./logo.tsx";
import { PageLink } from "./page-link.tsx";
import { PrivacySettingsItem } from "../tracking/privacy-settings.tsx";

const LINK = "inline-flex min-h-8 items-center rounded text-ink underline-offset-4 hover:underline";
const words = pageWords.footer;

/** The foot of every public page: ways on, the legal pages, and who is behind it. */
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
            <li>
              <PageLink to="/privacy" className={LINK}>
                {words.links.privacy}
              </PageLink>
            </li>
            <li>
              <PageLink to="/terms" className={LINK}>
                {words.links.terms}
              </PageLink>
            </li>
            <li>
              <PageLink to="/refund" className={LINK}>
                {words.links.refund}
              </PageLink>
            </li>
            <PrivacySettingsItem className={LINK} />
          </LinkList>
          <LinkList heading={words.support} className="max-sm:col-span-2">
            {/* Full loads: the server knows who is signed in, and no vendor's script comes along. */}
            <li>
              <a href="/account" className={LINK}>
                {words.account}
              </a>
            </li>
            <li>
              <a href="/orders/find" className={LINK}>
                {words.findOrder}
              </a>
            </li>
            <li>
              <PageLink to="/contact" className={LINK}>
                {words.contact}
              </PageLink>
            </li>
            <li>
              <a href={`mailto:${supportEmail}`} className={`${LINK} wrap-anywhere`}>
                {supportEmail}
              </a>
            </li>
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

/** Parts of the landing page: anchors on it, addresses everywhere else. */
function QuickLinks({ testimonials }: { testimonials: boolean }) {
  const here = usePage().pathname === "/";
  const links = [
    { name: words.home, href: here ? "#" : "/" },
    { name: words.pricing, href: here ? "#pricing" : "/#pricing" },
    ...(testimonials
      ? [{ name: words.testimonials, href: here ? "#testimonials" : "/#testimonials" }]
      : []),
    { name: words.faq, href: here ? "#faq" : "/#faq" },
  ];
  return (
    <LinkList heading={words.quickLinks}>
      {links.map(({ name, href }) => (
        <li key={name}>
          <a href={href} className={LINK}>
            {name}
          </a>
        </li>
      ))}
    </LinkList>
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
