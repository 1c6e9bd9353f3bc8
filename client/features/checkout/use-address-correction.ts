import { type RefObject, useEffect, useReducer, useRef } from "react";
import type { PurchaseDetail } from "../../../server/contract/store.ts";
import { api } from "../../lib/api.ts";
import type { PageSource } from "../../lib/page-source.ts";
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
    if (event.type === "open") focusNext(field);
    if (event.type === "close") focusNext(opener);
    const email = sendingOf(next);
    if (email !== undefined) await send(email);
  }

  async function send(email: string): Promise<void> {
    const oldAddress = purchase.customerEmail ?? "";
    const result = await correctAddress({ purchase, email, source, correct: api.correctAddress });
    if (result.kind === "refused") {
      focusNext(field);
      dispatch({ type: "fail", problem: result });
      return;
    }
    focusNext(heading);
    onCorrected(result.purchase);
    const { linksLost, alsoMoved } = result;
    dispatch({ type: "succeed", oldAddress, linksLost, alsoMoved });
  }

  return { state, heading, opener, field, act: (event: CorrectionEvent) => void act(event) };
}

/** Gives a call that focuses a place once the next state is on the page. */
function useFocusAfterRender() {
  const wanted = useRef<RefObject<HTMLElement | null>>(null);
  useEffect(() => {
    const place = wanted.current?.current;
    if (!place) return;
    wanted.current = null;
    place.focus();
  });
  return (place: RefObject<HTMLElement | null>) => {
    wanted.current = place;
  };
}
