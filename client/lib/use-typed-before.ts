import { type RefObject, useEffect } from "react";

/** Takes over what was typed, or filled in by the browser, before the page became live. */
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
    // Once, when the page becomes live: from then on React hears of every change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
