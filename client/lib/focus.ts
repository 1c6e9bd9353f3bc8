import { useEffect, useRef } from "react";

/** Gives a call that focuses a place once the next state is on the page. */
export function useFocusAfterRender(): (find: () => HTMLElement | null | undefined) => void {
  const wanted = useRef<(() => HTMLElement | null | undefined) | null>(null);
  useEffect(() => {
    const place = wanted.current?.();
    if (!place) return;
    wanted.current = null;
    place.focus();
  });
  return (find) => {
    wanted.current = find;
  };
}
