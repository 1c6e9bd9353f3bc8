import type { PurchaseDetail } from "../../../../server/contract/answers.ts";
import { backoffMs } from "../../../../server/contract/time.ts";
import type { PageData } from "../../../../server/pages/loaders.ts";
import { readableMessage, reasonOf } from "../../../lib/answer.ts";
import type { OrderApi } from "../../../lib/order-api.ts";

/** State of the success page. */
export type PurchaseState =
  | { kind: "loading" | "missing-id" | "not-found" }
  | { kind: "failed"; message: string; reason: string | undefined }
  | ShownPurchase;

export type ShownPurchase = { kind: "processing" | "paid"; purchase: PurchaseDetail };

/** Whether a purchase is a gift that the viewer is not the recipient of. */
export function isGiven({ gift, masked }: PurchaseDetail): boolean {
  return gift !== undefined && masked;
}

type PurchaseSource = Pick<OrderApi, "getPurchase">;

/** Returns the state of a purchase that the server has rendered. */
export function stateOf(loaded: NonNullable<PageData["/checkout/success"]>): PurchaseState {
  if ("purchase" in loaded) return toPurchaseState(loaded.purchase);
  return { kind: "failed", message: loaded.message, reason: loaded.reason };
}

/** Reads the purchase; never rejects. */
export async function loadPurchase(
  source: PurchaseSource,
  sessionId: string,
): Promise<PurchaseState> {
  try {
    return toPurchaseState(await source.getPurchase(sessionId));
  } catch (error) {
    return { kind: "failed", message: readableMessage(error), reason: reasonOf(error) };
  }
}

/** Converts an API response to a state; a purchase without products counts as not found. */
export function toPurchaseState(purchase: PurchaseDetail | null | undefined): PurchaseState {
  if (!purchase?.products?.length) return { kind: "not-found" };
  return { kind: purchase.status === "paid" ? "paid" : "processing", purchase };
}

/** Whether the bank declined the payment. Other unpaid purchases may still be paid. */
export function isRefusedPayment(state: PurchaseState): boolean {
  return state.kind === "failed" && state.reason === "payment_refused";
}

export const FIRST_WAIT_MS = 3000;
export const LONGEST_WAIT_MS = 30_000;

type PurchaseWatch = {
  source: PurchaseSource;
  sessionId: string;
  /** State that is already loaded; when undefined, the first request is sent immediately. */
  known: PurchaseState | undefined;
  onState: (state: PurchaseState) => void;
  document: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
};

/**
 * Polls a purchase with back-off while its payment is processing, or while a mail is on its way to an
 * email that can be corrected. Pauses while the page is hidden. Returns a function that stops polling.
 */
export function watchPurchase(watch: PurchaseWatch): () => void {
  const { source, sessionId, onState, document } = watch;
  let latest = watch.known;
  let stopped = false;
  let asking = false;
  let polls = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const pauses = () => !isPending(latest) || document.visibilityState === "hidden";

  async function poll(): Promise<void> {
    if (stopped || asking) return;
    asking = true;
    const state = await loadPurchase(source, sessionId);
    asking = false;
    if (stopped) return;
    if (isNews(state, latest)) {
      latest = state;
      onState(state);
    }
    schedule();
  }

  function schedule(): void {
    if (pauses()) return;
    timer = setTimeout(poll, backoffMs(polls, { firstMs: FIRST_WAIT_MS, mostMs: LONGEST_WAIT_MS }));
    polls += 1;
  }

  function onVisibilityChange(): void {
    clearTimeout(timer);
    if (pauses()) return;
    polls = 0;
    void poll();
  }

  document.addEventListener("visibilitychange", onVisibilityChange);
  if (latest) schedule();
  else void poll();

  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisibilityChange);
  };
}

function isPending(state: PurchaseState | undefined): boolean {
  if (state?.kind !== "paid") return state?.kind === "processing";
  return state.purchase.canCorrectAddress && state.purchase.mail === "waiting";
}

/** Whether to show a new state. Temporary failures do not replace a pending purchase. */
function isNews(state: PurchaseState, latest: PurchaseState | undefined): boolean {
  if (!isPending(latest)) return true;
  if (state.kind === "failed") return latest?.kind === "processing" && isRefusedPayment(state);
  if (latest?.kind !== "paid") return true;
  return state.kind === "paid" && state.purchase.mail !== latest.purchase.mail;
}
