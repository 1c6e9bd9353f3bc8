import type { Receipt } from "../../../server/contract/answers.ts";
import type { PageSource } from "../../../server/contract/page-source.ts";
import { loginPathTo, receiptPath } from "../../../server/contract/paths.ts";
import { PageNotFound, Redirect } from "../../lib/page-errors.ts";

/** Loads a receipt. Signed-out visitors of other browsers are sent to the sign-in page. */
export async function loadReceipt(
  source: Pick<PageSource, "findReceipt" | "findUser">,
  orderNumber: string,
): Promise<Receipt> {
  const receipt = await source.findReceipt(orderNumber);
  if (receipt) return receipt;
  if (await source.findUser()) throw new PageNotFound();
  throw new Redirect(loginPathTo(receiptPath(orderNumber)));
}
