import type { PageSource } from "../../../../server/contract/pages.ts";
import { backoffMs } from "../../../lib/retry.ts";
import { isRefusedPayment, loadPurchase, type PurchaseState } from "./purchase-state.ts";

export const FIRST_WAIT_MS = 3000;
export const LONGEST_WAIT_MS = 30_000;

type PurchaseWatch = {
  source: Pick<PageSource, "getPurchase">;
  sessionId: string;
  /** The loaded state; if undefined, the first request is sent at once. */
  known: PurchaseState | undefined;
  onState: (state: PurchaseState) => void;
  document: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
};

/**
 * Polls a purchase with back-off while its payment is processing, or while a mail is on its way to an
 * email that can be corrected. Pauses while the page is hidden. Returns a function that stops polling.
 */
export function watchPurchase(watch: PurchaseWatch): () => void {
  const { source, sessionId, known, onState, document } = watch;
  let stopped = false;
  let asking = false;
  let polls = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = known;

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
  if (known) schedule();
  else void poll();

  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisibilityChange);
  };
}

function isPending(state: PurchaseState | undefined): boolean {
  if (state?.kind === "processing") return true;
  return (
    state?.kind === "paid" && state.purchase.canCorrectAddress && state.purchase.mail === "waiting"
  );
}

/** Whether the page shows the new state. Temporary failures do not replace a pending purchase. */
function isNews(state: PurchaseState, latest: PurchaseState | undefined): boolean {
  if (!isPending(latest)) return true;
  if (state.kind === "failed") return latest?.kind === "processing" && isRefusedPayment(state);
  if (latest?.kind !== "paid") return true;
  return state.kind === "paid" && state.purchase.mail !== latest.purchase.mail;
}
