import type { ReactNode } from "react";
import { useLive } from "../lib/use-live.ts";
import { useSite } from "../lib/use-site.ts";
import { ModeBanner } from "./mode-banner.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";
import { SkipLink } from "./skip-link.tsx";

/** The landmarks of every public page: skip link, banner, header, main and footer. */
export function SiteFrame({
  children,
  backHome,
}: {
  children: ReactNode;
  /** Puts "Back to Home" into the header. */
  backHome?: boolean;
}) {
  const site = useSite();
  useLive();
  return (
    <div className="flex min-h-dvh flex-col print:block print:min-h-0">
      <SkipLink />
      <ModeBanner />
      <SiteHeader brand={site.brand} backHome={backHome} />
      <main id="content" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
