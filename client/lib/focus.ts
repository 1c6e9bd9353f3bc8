import { type MouseEvent, type RefObject, useEffect, useRef } from "react";

type Target = HTMLElement | null | undefined;
type FormRef = RefObject<HTMLFormElement | null>;

/** Returns a function that focuses the found element after the next render. */
export function useFocusAfterRender(): (find: () => Target) => void {
  const wanted = useRef<(() => Target) | null>(null);
  useEffect(() => {
    const target = wanted.current?.();
    if (!target) return;
    wanted.current = null;
    target.focus();
  });
  return (find) => {
    wanted.current = find;
  };
}

export function fieldOf(
  form: FormRef,
  name: string,
): HTMLInputElement | HTMLTextAreaElement | undefined {
  const field = form.current?.elements.namedItem(name);
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isField ? field : undefined;
}

export function submitOf(form: FormRef): Target {
  return form.current?.querySelector<HTMLElement>("button[type=submit]");
}

/** For `onMouseDown`: a blurred field would show its error and move the button away. */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
