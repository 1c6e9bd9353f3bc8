import type { ReactNode } from "react";
import type { Site } from "../../server/contract/site.ts";
import { frameWords, pageWords } from "../content/pages.ts";
import { useHasPacks, useLive, usePage, useSite } from "../lib/page-context.ts";
import { PrivacySettingsItem } from "../tracking/privacy-settings.tsx";
import { AdminOnlyBanner, ModeBanner } from "./mode-banner.tsx";
import { PageLink } from "./page-link.tsx";

type SiteFrameProps = {
  children: ReactNode;
  /** Adds "Back to Home" to the header. */
  backHome?: boolean;
};

/** The landmarks of every public page: skip link, banner, header, main and footer. */
export function SiteFrame({ children, backHome = false }: SiteFrameProps) {
  useLive();
  return (
    <div className="flex min-h-dvh flex-col print:block print:min-h-0">
      <SkipLink />
      <ModeBanner />
      <AdminOnlyBanner />
      <SiteHeader backHome={backHome} />
      <main id="content" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}

/** Skip link: the first tab stop, jumps past the header. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-control bg-ink font-semibold text-card focus:not-sr-only focus:fixed focus:top-3 focus:start-3 focus:z-30 focus:px-5 focus:py-3"
    >
      {frameWords.skipLink}
    </a>
  );
}

function SiteHeader({ backHome }: { backHome: boolean }) {
  const { brand, logo } = useSite();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper print:static print:border-0">
      <div className="column flex min-h-16 items-center justify-between gap-4">
        <PageLink to="/" className="-mx-2 min-w-0 rounded-control px-2 py-1 text-ink no-underline">
          <Logo brand={brand} logo={logo} />
        </PageLink>
        {backHome && (
          <PageLink
            to="/"
            className="-mx-2 max-w-[43%] shrink-0 rounded-control px-2 py-2 text-end text-base font-semibold underline decoration-2 underline-offset-4 hover:decoration-3 print:hidden"
          >
            {pageWords.home}
          </PageLink>
        )}
      </div>
    </header>
  );
}

/** Names with more characters are shown smaller, in at most two lines. */
const LONG_NAME = 24;

/** The owner's logo, or the built-in mark and the shop's name. */
export function Logo({ brand, logo }: Pick<Site, "brand" | "logo">) {
  const size =
    brand.length > LONG_NAME ? "line-clamp-2 text-lg leading-tight" : "text-2xl leading-none";
  if (logo) return <img src={logo} alt={brand} className="h-10 max-w-48 object-contain" />;
  return (
    <span className="inline-flex items-center gap-2.5">
      <BuiltInMark className="h-9 w-auto shrink-0" />
      <span className={`font-display font-semibold wrap-anywhere ${size}`}>{brand}</span>
    </span>
  );
}

/** Decorative: the owner's logo or the built-in mark; `className` sets the height. */
export function ShopMark({ className }: { className: string }) {
  const { logo } = useSite();
  if (!logo) return <BuiltInMark className={`w-auto ${className}`} />;
  return <img src={logo} alt="" className={`max-w-32 object-contain ${className}`} />;
}

/** The built-in mark: a folded sheet, in the demo with the ears and face of a cub. */
function BuiltInMark({ className }: { className: string }) {
  const isCub = !useSite().neutral;
  return (
    <svg
      viewBox={isCub ? "0 0 44 46" : "3 7 38 39"}
      className={`text-ink ${className}`}
      fill="none"
      aria-hidden="true"
    >
      <g stroke="currentColor" strokeWidth="2.6" strokeLinejoin="round" strokeLinecap="round">
        {isCub && <CubEars />}
        <path
          d="M12 10h20a5 5 0 0 1 5 5v18.5L27.5 44H12a5 5 0 0 1-5-5V15a5 5 0 0 1 5-5Z"
          fill="#fff"
        />
        <path d="M37 33.5h-5.5a4 4 0 0 0-4 4V44" fill="#F6BE4B" />
        <path d={isCub ? "M17 29.8c1.7 2.9 8.3 2.9 10 0" : "M15 20h14M15 28h9"} stroke="#C43D1B" />
      </g>
      {isCub && <CubFace />}
    </svg>
  );
}

function CubEars() {
  return (
    <>
      <circle cx="9.5" cy="9.5" r="7.2" fill="#F6BE4B" />
      <circle cx="34.5" cy="9.5" r="7.2" fill="#F6BE4B" />
    </>
  );
}

function CubFace() {
  return (
    <>
      <path
        d="M19 24.4c0-1.2 1.3-1.9 3-1.9s3 .7 3 1.9c0 1.3-1.6 2.5-3 2.5s-3-1.2-3-2.5Z"
        fill="#20283A"
      />
      <circle cx="15" cy="20" r="2" fill="#20283A" />
      <circle cx="29" cy="20" r="2" fill="#20283A" />
    </>
  );
}

const LINK =
  "inline-flex min-h-8 items-center rounded text-ink underline-offset-4 wrap-anywhere hover:underline";
const footer = frameWords.footer;

/** Footer; on the page of a closed shop without links to hidden pages. */
export function SiteFooter({ isClosed = false }: { isClosed?: boolean }) {
  const { brand, supportEmail, footerPages, withdrawal } = useSite();
  return (
    <footer className="border-t border-line bg-paper print:hidden">
      <div className="column grid gap-x-12 gap-y-9 py-12 text-base lg:grid-cols-[minmax(0,1fr)_auto]">
        <nav
          aria-label={footer.name}
          className="grid grid-cols-2 gap-x-8 gap-y-8 sm:grid-cols-3 lg:order-last lg:gap-x-14"
        >
          {!isClosed && <QuickLinks />}
          <LinkList heading={footer.legal}>
            {footerPages.map(({ path, title }) => (
              <PageItem key={path} to={path} name={title} />
            ))}
            {withdrawal && <Item href="/withdraw" name={footer.withdraw} />}
            <PrivacySettingsItem className={LINK} />
          </LinkList>
          <LinkList heading={footer.support} className="max-sm:col-span-2">
            {/* Full page loads: the target pages must not contain trackers. */}
            <Item href="/account" name={footer.account} />
            <Item href="/orders/find" name={footer.findOrder} />
            {!isClosed && <PageItem to="/contact" name={footer.contact} />}
            <Item href={`mailto:${supportEmail}`} name={supportEmail} />
          </LinkList>
        </nav>
        <div className="flex gap-3 text-sm text-ink-2">
          <ShopMark className="h-8 shrink-0" />
          <div className="max-w-[26rem] min-w-0 space-y-1.5 wrap-anywhere">
            <p>
              {footer.copyright} {footer.year} {brand}. {footer.rights}
            </p>
            <p>{footer.disclaimer}</p>
          </div>
        </div>
      </div>
    </footer>
  );
}

/** Links to sections of the landing page. */
function QuickLinks() {
  const { testimonials, faqs } = useSite();
  const here = usePage().pathname === "/";
  const page = here ? "" : "/";
  return (
    <LinkList heading={footer.quickLinks}>
      <Item href={here ? "#" : "/"} name={footer.home} />
      {useHasPacks() && <Item href={`${page}#pricing`} name={footer.pricing} />}
      {testimonials && <Item href={`${page}#testimonials`} name={footer.testimonials} />}
      {faqs && <Item href={`${page}#faq`} name={footer.faq} />}
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

/** Link that never sets `aria-current`, unlike `PageLink`. */
function Item({ href, name }: { href: string; name: string }) {
  return (
    <li>
      <a href={href} className={LINK}>
        {name}
      </a>
    </li>
  );
}

type LinkListProps = { heading: string; className?: string; children: ReactNode };

function LinkList({ heading, className = "", children }: LinkListProps) {
  return (
    <div className={`max-w-60 min-w-0 ${className}`}>
      <p className="font-semibold text-ink-2">{heading}</p>
      <ul className="mt-1.5">{children}</ul>
    </div>
  );
}
