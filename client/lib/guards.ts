import type { CurrentUser } from "../../server/contract/auth.ts";
import type { PageSource } from "../../server/contract/pages.ts";
import { loginPathTo, returnPathOf, type ReturnParams } from "../../server/contract/return-path.ts";

/** Thrown by a page that sends its visitor elsewhere this time; the next answer may differ. */
export class SentElsewhere extends Error {
  override readonly name = "SentElsewhere";

  constructor(readonly href: string) {
    super(`Sent on to ${href}`);
  }
}

/** Thrown by a page that has nothing to show at its address. */
export class NothingHere extends Error {
  override readonly name = "NothingHere";
}

/**
 * The signed-in visitor of a protected page; sends everybody else to the sign-in page, which leads
 * back to `path`.
 */
export async function requireSignedIn(
  source: Pick<PageSource, "findUser">,
  path: string,
): Promise<CurrentUser> {
  const user = await source.findUser();
  if (!user) throw new SentElsewhere(loginPathTo(path));
  return user;
}

/** Sends a visitor who is signed in already to where the sign-in page would lead. */
export async function refuseSignedIn(
  source: Pick<PageSource, "findUser">,
  params: ReturnParams,
): Promise<void> {
  if (await source.findUser()) throw new SentElsewhere(returnPathOf(params));
}

/** A reading that its page can do without: a failure is reported, and the page has `instead`. */
export function orInstead<Value, Instead>(
  reading: Promise<Value>,
  instead: Instead,
  report: (error: unknown) => void,
): Promise<Value | Instead> {
  return reading.catch((error: unknown) => {
    report(error);
    return instead;
  });
}
