import { DELETION_PATH, type DeletionStart } from "../contract/account-deletion.ts";
import { PageNotFound, Redirect } from "../contract/pages.ts";
import { loginPathTo, receiptPath } from "../contract/paths.ts";
import { findObstacle } from "../domain/orders/delete-account.ts";
import { listMore } from "../domain/orders/more-for-you.ts";
import { paperOf } from "../domain/files/paper.ts";
import { listPurchases } from "../domain/orders/purchase-history.ts";
import { findReceipt } from "../domain/orders/receipt.ts";
import { listSessions } from "../domain/sign-in/sessions.ts";
import { sessionToken } from "../http/visitor.ts";
import { findUser, type PageLoad, personalVisitOf, visitorOf, withFallback } from "./page-load.ts";

/** `purchases` or `sessions` is undefined when it could not be read. */
export async function loadAccount(load: PageLoad) {
  const { deps } = load;
  const user = findUser(load);
  if (!user) throw new Redirect(loginPathTo("/account"));
  const viewer = visitorOf(load);
  const token = sessionToken(personalVisitOf(load).c, deps);
  const [purchases, sessions, more] = await Promise.all([
    withFallback(load, () => listPurchases(deps, user), undefined),
    withFallback(load, () => listSessions(deps, user, token), undefined),
    withFallback(load, () => listMore(deps, viewer), []),
  ]);
  /** Time of the read, in milliseconds since the epoch. */
  const readAt = deps.clock.now().getTime();
  const paper = paperOf(deps.db, { userId: user.id, email: user.email });
  const emailChange = personalVisitOf(load).posted?.emailChange;
  return { user, paper, purchases, sessions, more, readAt, ...(emailChange && { emailChange }) };
}

/** Step of the deletion of the account. After the last one, nobody is signed in. */
export function loadDeletion(load: PageLoad): DeletionStart {
  const posted = personalVisitOf(load).posted?.deletion;
  if (posted) return posted;
  const user = findUser(load);
  if (!user) throw new Redirect(loginPathTo(DELETION_PATH));
  const { deps } = load;
  return { step: "choice", obstacle: findObstacle(deps, deps.db, user), error: null };
}

/** Signed-out visitors of other browsers are sent to the sign-in page. */
export function loadReceipt(load: PageLoad) {
  const { id: orderNumber = "" } = load;
  personalVisitOf(load);
  const receipt = findReceipt(load.deps, orderNumber, visitorOf(load));
  if (receipt) return receipt;
  if (findUser(load)) throw new PageNotFound();
  throw new Redirect(loginPathTo(receiptPath(orderNumber)));
}
