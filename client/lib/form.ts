import { type MouseEvent, type RefObject, useEffect, useRef } from "react";

type Target = HTMLElement | null | undefined;
type FormRef = RefObject<HTMLFormElement | null>;

/** Returns a function that focuses the element that `find` returns, once a render contains it. */
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

/** `onMouseDown` handler that keeps the focus: an error on blur would move the button away. */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/** Copies values entered or autofilled before hydration into the state. */
export function useTypedBefore<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  values: Record<Name, string>,
  take: (name: Name, value: string) => void,
): void {
  useEffect(() => {
    if (!form.current) return;
    const data = new FormData(form.current);
    for (const name of Object.keys(values) as Name[]) {
      const value = data.get(name);
      if (typeof value === "string" && value !== values[name] && value !== "") take(name, value);
    }
    // Only once: React handles changes after hydration.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
