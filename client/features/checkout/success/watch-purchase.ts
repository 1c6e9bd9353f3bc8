import type { PageSource } from "../../../../server/contract/pages.ts";
import { isRefusedPayment, loadPurchase, type PurchaseState } from "./purchase-state.ts";

export const FIRST_WAIT_MS = 3000;
export const LONGEST_WAIT_MS = 30_000;
const GROWTH = 1.5;

type Watch = {
  source: Pick<PageSource, "getPurchase">;
  sessionId: string;
  /** What is known already; `undefined` asks at once. */
  known: PurchaseState | undefined;
  onState: (state: PurchaseState) => void;
  document: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
};

/**
 * Tells `onState` what becomes of a purchase. While the payment is processing, or the mail to an
 * email that can be corrected has not left, it asks again, less and less often, and not while the
 * page is hidden. Returns the call that stops it (decision: purchase-in-browser).
 */
export function watchPurchase({ source, sessionId, known, onState, document }: Watch): () => void {
  let stopped = false;
  let asking = false;
  let wait = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = known;

  async function ask(): Promise<void> {
    if (stopped || asking) return;
    asking = true;
    const state = await loadPurchase(source, sessionId);
    asking = false;
    if (stopped) return;
    if (isNews(state, latest)) {
      latest = state;
      onState(state);
    }
    askLater();
  }

  function askLater(): void {
    if (!isUnsettled(latest) || document.visibilityState === "hidden") return;
    timer = setTimeout(ask, wait);
    wait = Math.min(wait * GROWTH, LONGEST_WAIT_MS);
  }

  function followVisibility(): void {
    clearTimeout(timer);
    if (!isUnsettled(latest) || document.visibilityState === "hidden") return;
    wait = FIRST_WAIT_MS;
    void ask();
  }

  document.addEventListener("visibilitychange", followVisibility);
  if (known) askLater();
  else void ask();

  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", followVisibility);
  };
}

function isUnsettled(state: PurchaseState | undefined): boolean {
  if (state?.kind === "processing") return true;
  return (
    state?.kind === "paid" && state.purchase.canCorrectAddress && state.purchase.mail === "waiting"
  );
}

function isNews(state: PurchaseState, latest: PurchaseState | undefined): boolean {
  if (!isUnsettled(latest)) return true;
  // A hiccup while waiting for the bank says nothing about the payment; a refusal ends the wait.
  if (state.kind === "failed") return latest?.kind === "processing" && isRefusedPayment(state);
  // Files that are shown already stay as they are until there is news of the mail.
  return latest?.kind !== "paid" || isMailNews(state, latest);
}

function isMailNews(state: PurchaseState, { purchase }: Extract<PurchaseState, { kind: "paid" }>) {
  return state.kind === "paid" && state.purchase.mail !== purchase.mail;
}
