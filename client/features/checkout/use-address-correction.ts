import { useReducer, useRef } from "react";
import type { PurchaseDetail } from "../../../server/contract/store.ts";
import { api } from "../../lib/api.ts";
import type { PageSource } from "../../lib/page-source.ts";
import { useFocusAfterRender } from "../../lib/use-focus-after-render.ts";
import { type CorrectionEvent, nextCorrection, sendingOf } from "./address-correction.ts";
import { correctAddress } from "./correct-address.ts";

type Options = {
  purchase: PurchaseDetail;
  source: PageSource;
  onCorrected: (purchase: PurchaseDetail) => void;
};

/**
 * Runs the correction of an order's address: its state, its one request, and where the focus goes.
 * `heading` shows the address, `opener` opens the form, `field` is the form's.
 */
export function useAddressCorrection({ purchase, source, onCorrected }: Options) {
  const [state, dispatch] = useReducer(nextCorrection, { kind: "untouched" });
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const focusNext = useFocusAfterRender();

  async function act(event: CorrectionEvent): Promise<void> {
    const next = nextCorrection(state, event);
    dispatch(event);
    if (next === state) return;
    if (event.type === "open") focusNext(() => field.current);
    if (event.type === "close") focusNext(() => opener.current);
    const email = sendingOf(next);
    if (email !== undefined) await send(email);
  }

  async function send(email: string): Promise<void> {
    const oldAddress = purchase.mail === "failed" ? null : purchase.customerEmail;
    const result = await correctAddress({ purchase, email, source, correct: api.correctAddress });
    if (result.kind === "refused") {
      focusNext(() => field.current);
      dispatch({ type: "fail", problem: result });
      return;
    }
    focusNext(() => heading.current);
    onCorrected(result.purchase);
    const { linksLost, alsoMoved } = result;
    dispatch({ type: "succeed", oldAddress, linksLost, alsoMoved });
  }

  return { state, heading, opener, field, act: (event: CorrectionEvent) => void act(event) };
}
