import { type ReactNode, useId } from "react";
import type { CurrentUser } from "../../../server/contract/sign-in.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { ShopMark, SiteFooter, SkipLink } from "../../components/site-frame.tsx";
import { ModeBanner } from "../../components/mode-banner.tsx";
import { Actions, Notice, Spinner } from "../../components/notice.tsx";
import { UpdateNotice } from "../../components/update-notice.tsx";
import { accountWords } from "../../content/account.ts";
import { readableMessage } from "../../lib/answer.ts";
import { useLive } from "../../lib/page-context.ts";
import { ConnectionGuard } from "./offline/connection.tsx";
import { useLogout } from "./use-account-session.ts";

const words = accountWords.bar;

type AccountFrameProps = {
  /** Undefined while loading. */
  user?: CurrentUser;
  /** Id of this browser's session, if known. */
  session?: number | undefined;
  /** Whether the page shows the offline copy. */
  lost?: boolean;
  /** Whether files are being saved for offline use. */
  saving?: boolean;
  children: ReactNode;
};

/** Layout of the account page, with its own header instead of the shop's. */
export function AccountFrame({ user, session, lost, saving, children }: AccountFrameProps) {
  useLive();
  return (
    <ConnectionGuard
      lost={lost === true}
      className="flex min-h-dvh flex-col text-base print:block print:min-h-0"
      foot={
        <UpdateNotice
          load={loadUpdates}
          held={saving}
          className="pointer-events-auto rounded-control border border-line bg-card shadow-paper"
        />
      }
    >
      <SkipLink />
      <ModeBanner />
      <AccountBar user={user} session={session} />
      <main id="content" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <SiteFooter />
    </ConnectionGuard>
  );
}

const loadUpdates = () => import("../../pwa/register.ts");

type AccountBarProps = { user: CurrentUser | undefined; session: number | undefined };

function AccountBar({ user, session }: AccountBarProps) {
  const logout = useLogout(session);
  return (
    <header className="titlebar sticky top-0 z-20 border-b border-line bg-paper print:hidden">
      <div className="column flex min-h-14 flex-wrap items-center gap-x-4 sm:flex-nowrap">
        <a
          href="/"
          className="-mx-2 inline-flex min-h-11 items-center gap-2.5 rounded-control px-2 font-semibold text-ink underline-offset-4 hover:underline"
        >
          <ShopMark className="h-7" />
          {words.home}
        </a>
        {user && (
          <>
            <p className="min-w-0 truncate text-ink-2 max-sm:order-last max-sm:w-full max-sm:pb-2 max-sm:text-sm sm:ms-auto">
              {words.welcome}{" "}
              <span className="font-semibold text-ink">{user.name || user.email}</span>
            </p>
            <form
              method="post"
              action="/account/sign-out"
              className="ms-auto sm:ms-0"
              onSubmit={(event) => {
                event.preventDefault();
                logout();
              }}
            >
              <Button type="submit" look="plain" className="-me-3">
                {words.logout}
              </Button>
            </form>
          </>
        )}
      </div>
    </header>
  );
}

/** Two-column layout, also used while loading to avoid layout shift. */
export function AccountLayout({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <div className="column py-8 sm:py-10">
      <h1 className="text-3xl sm:text-4xl">{accountWords.title}</h1>
      <p className="mt-2 text-ink-2">{accountWords.lead}</p>
      <div className="mt-7 grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div>{main}</div>
        <aside className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:max-lg:grid-cols-2">
          {aside}
        </aside>
      </div>
    </div>
  );
}

type BlockProps = { heading: string; className?: string; children: ReactNode };

/** Small card in the sidebar. */
export function Block({ heading, className = "", children }: BlockProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className={`min-w-0 px-5 py-5 ${className}`}>
      <h2 id={id} className="text-xl">
        {heading}
      </h2>
      {children}
    </Card>
  );
}

/** Placeholder while the account loads. */
export function AccountLoading() {
  return (
    <AccountFrame>
      <AccountLayout
        main={
          <>
            <Spinner label={accountWords.loading} />
            <Card aria-hidden="true" className="mt-5 h-60" />
          </>
        }
        aside={<Card aria-hidden="true" className="h-36" />}
      />
    </AccountFrame>
  );
}

/** Shown when the account could not be read. */
export function AccountFailed({ error }: { error: unknown }) {
  return (
    <AccountFrame>
      <Notice heading={accountWords.failed}>
        <p role="alert" className="mt-4 text-ink-2">
          {readableMessage(error)}
        </p>
        <Actions>
          <ButtonLink href="/account" look="main">
            {accountWords.retry}
          </ButtonLink>
          <ButtonLink href="/">{words.home}</ButtonLink>
        </Actions>
      </Notice>
    </AccountFrame>
  );
}
