import type { CurrentUser, SessionInfo } from "../../../server/contract/auth.ts";
import type { PageSource } from "../../../server/contract/pages.ts";
import { loginPathTo } from "../../../server/contract/return-path.ts";
import type { PurchasedProduct } from "../../../server/contract/answers.ts";
import { ApiError, isOffline } from "../../lib/answer.ts";
import { orInstead, SentElsewhere } from "../../lib/guards.ts";
import { readingSource } from "../../lib/read-answers.ts";
import { emptyThisDevice } from "./offline/device.ts";

/** What the account shows. A list is undefined when it could not be read; the rest works without it. */
export type AccountData = {
  user: CurrentUser;
  purchases: PurchasedProduct[] | undefined;
  sessions: SessionInfo[] | undefined;
  /** When it was read, in milliseconds. */
  readAt: number;
  /** Why this is what the device has kept: no connection, or a shop that answers with a fault. */
  kept?: "offline" | "unread";
};

type Loading = { source: PageSource; report: (error: unknown) => void };

/**
 * Reads the account of the signed-in visitor; sends any other visitor to the sign-in page. When the shop
 * cannot be asked, it is what this device has kept.
 */
export async function loadAccount({ source, report }: Loading): Promise<AccountData> {
  let user: CurrentUser | null;
  try {
    user = await source.findUser();
  } catch (error) {
    const kept = whyKept(error);
    const data = kept && (await findKept(source));
    if (data) return { ...data, kept };
    throw error;
  }
  if (!user) {
    // On the server there is no device.
    if (typeof window !== "undefined") await emptyThisDevice();
    throw new SentElsewhere(loginPathTo("/account"));
  }
  const [purchases, sessions] = await Promise.all([
    orInstead(source.listPurchases(), undefined, report),
    orInstead(source.listSessions(), undefined, report),
  ]);
  return { user, purchases, sessions, readAt: Date.now() };
}

/** Why the device's copy takes the place of an answer; undefined for a failure that the server noted. */
export function whyKept(error: unknown): AccountData["kept"] {
  if (isOffline(error)) return "offline";
  return error instanceof ApiError && error.status !== undefined ? "unread" : undefined;
}

/** The copy, in the shape that pages rely on: an older build may have kept it. */
async function findKept(source: PageSource): Promise<AccountData | undefined> {
  try {
    const { findKeptAccount } = await import("../../pwa/library/library.ts");
    const kept = await findKeptAccount();
    if (!kept) return undefined;
    const { listPurchases, listSessions, findUser } = readingSource({
      ...source,
      findUser: async () => kept.user,
      listPurchases: async () => kept.purchases,
      listSessions: async () => kept.sessions ?? [],
    });
    const [user, purchases, sessions] = await Promise.all([
      findUser(),
      listPurchases(),
      listSessions(),
    ]);
    return user ? { user, purchases, sessions, readAt: kept.readAt } : undefined;
  } catch {
    // What cannot be read is as good as nothing.
    return undefined;
  }
}
