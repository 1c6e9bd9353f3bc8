import type { CurrentUser, SessionInfo } from "../../../server/contract/sign-in.ts";
import { loginPathTo } from "../../../server/contract/paths.ts";
import type { MoreProduct, PurchasedProduct } from "../../../server/contract/answers.ts";
import type { PageSource } from "../../../server/contract/page-source.ts";
import { ApiError, isOffline } from "../../lib/answer.ts";
import { Redirect, withFallback } from "../../lib/page-errors.ts";

/** Data of the account page. `purchases` or `sessions` is undefined when it could not be loaded. */
export type AccountData = {
  user: CurrentUser;
  purchases: PurchasedProduct[] | undefined;
  sessions: SessionInfo[] | undefined;
  /** Products to offer; undefined in the offline copy. */
  more?: MoreProduct[];
  /** Time of the read, in milliseconds since the epoch. */
  readAt: number;
  /** Reason why this is the offline copy: no connection, or a server error. */
  cached?: "offline" | "unread";
};

type LoadContext = { source: PageSource; report: (error: unknown) => void };

/**
 * Loads the account of the signed-in user, or the offline copy when the server fails or cannot be
 * reached. Redirects signed-out visitors to the sign-in page.
 */
export async function loadAccount({ source, report }: LoadContext): Promise<AccountData> {
  let user: CurrentUser | null;
  try {
    user = await source.findUser();
  } catch (error) {
    const cached = whyCached(error);
    const data = cached && (await findCached());
    if (data) return { ...data, cached };
    throw error;
  }
  if (!user) {
    if (typeof window !== "undefined") await emptyThisDevice();
    throw new Redirect(loginPathTo("/account"));
  }
  const [purchases, sessions, more] = await Promise.all([
    withFallback(source.listPurchases(), undefined, report),
    withFallback(source.listSessions(), undefined, report),
    withFallback(source.listMore(), [], report),
  ]);
  return { user, purchases, sessions, more, readAt: Date.now() };
}

/** Returns why the offline copy is used after an error; undefined if it must not be used. */
export function whyCached(error: unknown): AccountData["cached"] {
  if (isOffline(error)) return "offline";
  return error instanceof ApiError && error.status !== undefined ? "unread" : undefined;
}

/** The offline copy of the account; undefined when it is missing or unreadable. */
async function findCached(): Promise<AccountData | undefined> {
  try {
    const { findCachedAccount } = await import("../../pwa/library/library.ts");
    const account = await findCachedAccount();
    return account && { ...account, sessions: account.sessions ?? [] };
  } catch {
    return undefined;
  }
}

/** Removes all users' data from this device, in every tab. A failure is reported, not thrown. */
export async function emptyThisDevice(): Promise<void> {
  try {
    const { emptyDevice } = await import("../../pwa/library/library.ts");
    await emptyDevice();
  } catch (error) {
    reportError(error);
  }
}
