import { type MouseEvent, type RefObject, useEffect, useRef } from "react";

type Place = HTMLElement | null | undefined;
type Form = RefObject<HTMLFormElement | null>;

/** Gives a call that focuses a place once the next state is on the page. */
export function useFocusAfterRender(): (find: () => Place) => void {
  const wanted = useRef<(() => Place) | null>(null);
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

/** The field of a form that has this name. */
export function fieldOf(
  form: Form,
  name: string,
): HTMLInputElement | HTMLTextAreaElement | undefined {
  const field = form.current?.elements.namedItem(name);
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isField ? field : undefined;
}

/** The button that sends a form. */
export function submitOf(form: Form): Place {
  return form.current?.querySelector<HTMLElement>("button[type=submit]");
}

/** A press must not blur the field first: what that shows would move the button away. */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
