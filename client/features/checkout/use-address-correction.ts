import { type RefObject, useEffect, useReducer, useRef } from "react";
import type { PurchaseDetail } from "../../../server/contract/store.ts";
import { api } from "../../lib/api.ts";
import type { PageSource } from "../../lib/page-source.ts";
import {
  type Correction,
  type CorrectionEvent,
  nextCorrection,
  sendingOf,
} from "./address-correction.ts";
import { correctAddress } from "./correct-address.ts";

type Options = {
  purchase: PurchaseDetail;
  source: PageSource;
  onCorrected: (purchase: PurchaseDetail) => void;
};

/** The elements that the focus moves between. */
export type CorrectionPlaces = {
  /** Shows the address. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** Opens the form. */
  opener: RefObject<HTMLButtonElement | null>;
  field: RefObject<HTMLInputElement | null>;
};

/** Runs the correction of an order's address: its state, its one request, and where the focus goes. */
export function useAddressCorrection({ purchase, source, onCorrected }: Options) {
  const [state, dispatch] = useReducer(nextCorrection, { kind: "untouched" });
  const { places, focusNext } = useFocusAfterRender();

  async function act(event: CorrectionEvent): Promise<void> {
    const next = nextCorrection(state, event);
    dispatch(event);
    if (next === state) return;
    if (event.type === "open") focusNext("field");
    if (event.type === "close") focusNext("opener");
    const email = sendingOf(next);
    if (email !== undefined) await send(email);
  }

  async function send(email: string): Promise<void> {
    const oldAddress = purchase.customerEmail ?? "";
    const result = await correctAddress({ purchase, email, source, correct: api.correctAddress });
    if (result.kind === "refused") {
      focusNext("field");
      dispatch({ type: "fail", problem: result });
      return;
    }
    focusNext("heading");
    onCorrected(result.purchase);
    dispatch({ type: "succeed", oldAddress, linksLost: result.linksLost });
  }

  return { state, places, act: (event: CorrectionEvent) => void act(event) };
}


/** Focuses a place once what was asked for last is on the page. */
function useFocusAfterRender() {
  const places: CorrectionPlaces = {
    heading: useRef(null),
    opener: useRef(null),
    field: useRef(null),
  };
  const wanted = useRef<keyof CorrectionPlaces>(undefined);
  useEffect(() => {
    const place = wanted.current && places[wanted.current].current;
    if (!place) return;
    wanted.current = undefined;
    place.focus();
  });
  const focusNext = (place: keyof CorrectionPlaces) => {
    wanted.current = place;
  };
  return { places, focusNext };
}
