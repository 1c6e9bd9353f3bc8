import { type RefObject, useEffect } from "react";

/** Takes over values typed or autofilled before hydration. */
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
