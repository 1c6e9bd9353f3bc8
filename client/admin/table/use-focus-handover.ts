import { type RefObject, useEffectEvent, useLayoutEffect } from "react";

/** Whether the most recently unmounted part of a table had the focus. */
export type FocusHandover = RefObject<boolean>;

/**
 * Keeps the focus in a table when a message replaces its rows, or rows replace the message. The
 * mounted part calls `take` if the unmounted part had the focus.
 */
export function useFocusHandover(
  handoverRef: FocusHandover,
  part: RefObject<HTMLElement | null>,
  take: () => void,
): void {
  const onTake = useEffectEvent(take);
  useLayoutEffect(() => {
    const element = part.current;
    if (handoverRef.current) onTake();
    handoverRef.current = false;
    return () => {
      handoverRef.current = element?.contains(document.activeElement) ?? false;
    };
  }, [handoverRef, part]);
}

const ACTIVE_CELL = "[role=grid] [data-row] [data-column][tabindex='0']";

/**
 * Focuses the current cell after the focused element is removed, or the message when the table has
 * no rows.
 */
export function focusTable(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`${ACTIVE_CELL}, [data-no-rows]`)?.focus();
  });
}
