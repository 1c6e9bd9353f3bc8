import type { Deps } from "../../deps.ts";
import { AppError, CallRefused } from "../../errors.ts";

type ProductWatch = Pick<Deps, "watch" | "clock">;

/** Checkout parameters that contain buyer input. */
const BUYER_PARAMETERS = ["customer_email", "success_url", "cancel_url"];
const LINE = /^line_items\[(\d+)\]/;

/** Records the products of a checkout that the provider rejected, unless the buyer's input caused it. */
export function noteCheckoutRefused(
  { watch, clock }: ProductWatch,
  { productIds, error }: { productIds: number[]; error: unknown },
): void {
  if (!(error instanceof AppError) || !(error.cause instanceof CallRefused)) return;
  const { message: said, param } = error.cause;
  if (param !== null && BUYER_PARAMETERS.includes(param)) return;
  const line = LINE.exec(param ?? "")?.[1];
  const refused = productIds.filter((_, index) => line === undefined || index === Number(line));
  for (const id of refused) watch.refusedProducts.set(id, { at: clock.now(), said });
}

/** Clears recorded rejections of products after a successful checkout creation. */
export function noteCheckoutOpened({ watch }: Pick<Deps, "watch">, productIds: number[]): void {
  for (const id of productIds) watch.refusedProducts.delete(id);
}
