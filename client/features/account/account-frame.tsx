import type { FormEvent, ReactNode } from "react";
import type { CurrentUser } from "../../../server/contract/auth.ts";
import { Button } from "../../components/button.tsx";
import { DemoBanner } from "../../components/demo-banner.tsx";
import { CubMark } from "../../components/logo.tsx";
import { SiteFooter } from "../../components/site-footer.tsx";
import { SkipLink } from "../../components/skip-link.tsx";
import { accountWords } from "../../content/account.ts";
import { api } from "../../lib/api.ts";
import { useLive } from "../../lib/use-live.ts";
import { useSite } from "../../lib/use-site.ts";
import { useSignOut } from "./use-account-session.ts";

const words = accountWords.bar;

/** The landmarks of the account: its own bar in place of the shop's. */
export function AccountFrame({
  user,
  children,
}: {
  /** Who is greeted; undefined while that is still asked. */
  user?: CurrentUser;
  children: ReactNode;
}) {
  const { demo } = useSite();
  useLive();
  return (
    <div data-dark className="flex min-h-dvh flex-col text-base print:block print:min-h-0">
      <SkipLink />
      {demo && <DemoBanner />}
      <AccountBar user={user} />
      <main id="content" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}

function AccountBar({ user }: { user: CurrentUser | undefined }) {
  const { ending, run } = useSignOut(api.logout);
  const busy = ending === "busy";
  const logOut = (event: FormEvent) => {
    event.preventDefault();
    run();
  };
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper print:hidden">
      <div className="column flex min-h-14 flex-wrap items-center gap-x-4 sm:flex-nowrap">
        <a
          href="/"
          className="-mx-2 inline-flex min-h-11 shrink-0 items-center gap-2.5 rounded-control px-2 font-semibold text-ink underline-offset-4 hover:underline"
        >
          <CubMark className="h-7 w-auto" />
          {words.home}
        </a>
        {user && (
          <>
            <Greeting user={user} />
            <form
              method="post"
              action="/account/sign-out"
              className="ml-auto sm:ml-0"
              onSubmit={logOut}
            >
              <Button
                type="submit"
                look="plain"
                className="-mr-3"
                aria-disabled={busy || undefined}
              >
                {busy ? words.loggingOut : words.logout}
              </Button>
            </form>
          </>
        )}
      </div>
      <div role="alert">
        {ending === "failed" && (
          <p className="column py-2 font-semibold text-danger">{words.failed}</p>
        )}
      </div>
    </header>
  );
}

/** On phones a line of its own, under the two ways out. */
function Greeting({ user: { name, email } }: { user: CurrentUser }) {
  return (
    <p className="min-w-0 truncate text-ink-2 max-sm:order-last max-sm:w-full max-sm:pb-2 max-sm:text-sm sm:ml-auto">
      {words.welcome} <span className="font-semibold text-ink">{name || email}</span>
    </p>
  );
}
