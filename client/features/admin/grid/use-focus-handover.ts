import { type RefObject, useLayoutEffect } from "react";

/** Whether the part of a table that was replaced last had the focus. */
export type FocusHandover = RefObject<boolean>;

/**
 * Keeps the focus in a table when its rows are replaced by a text, or the text by rows: the part that
 * comes calls `take` where the part that went had the focus.
 */
export function useFocusHandover(
  handover: FocusHandover,
  part: RefObject<HTMLElement | null>,
  take: () => void,
): void {
  useLayoutEffect(() => {
    const element = part.current;
    if (handover.current) take();
    handover.current = false;
    return () => {
      handover.current = element?.contains(document.activeElement) ?? false;
    };
    // Once for each part that comes and goes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}

const ACTIVE_CELL = "[role=grid] [data-row] [data-column][tabindex='0']";

/**
 * Puts the focus on the cell that the keyboard is at, once what had the focus is gone; on the text in the
 * place of the rows where there are none.
 */
export function focusTable(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`${ACTIVE_CELL}, [data-no-rows]`)?.focus();
  });
}
