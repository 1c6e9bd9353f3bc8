import type { CurrentUser, SessionInfo } from "../../../server/contract/auth.ts";
import type { PurchasedProduct } from "../../../server/contract/store.ts";
import { requireSignedIn } from "../../lib/guards.ts";
import type { PageSource } from "../../../server/contract/pages.ts";

/** What the account shows. A list is undefined when it could not be read; the rest works without it. */
export type AccountData = {
  user: CurrentUser;
  purchases: PurchasedProduct[] | undefined;
  sessions: SessionInfo[] | undefined;
  /** When it was read, in milliseconds. */
  readAt: number;
};

type Loading = { source: PageSource; report: (error: unknown) => void };

/** Reads the account of the signed-in visitor; sends any other visitor to the sign-in page. */
export async function loadAccount({ source, report }: Loading): Promise<AccountData> {
  const user = await requireSignedIn(source, "/account");
  const orNothing = <T>(list: Promise<T>) =>
    list.catch((error: unknown) => {
      report(error);
      return undefined;
    });
  const [purchases, sessions] = await Promise.all([
    orNothing(source.listPurchases()),
    orNothing(source.listSessions()),
  ]);
  return { user, purchases, sessions, readAt: Date.now() };
}
