import type { ReactNode } from "react";
import { Card } from "../../components/card.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { accountWords } from "../../content/account.ts";
import { AccountFrame } from "./account-frame.tsx";

/** The places of the account; the same while it loads, so that nothing jumps. */
export function AccountLayout({ main, aside }: { main: ReactNode; aside: ReactNode }) {
  return (
    <div className="column py-8 sm:py-10">
      <h1 className="text-3xl sm:text-4xl">{accountWords.heading}</h1>
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

/** Holds the places while it is asked who is signed in and what they have bought. */
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
