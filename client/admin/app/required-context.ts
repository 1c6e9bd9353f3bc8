import { createContext, use } from "react";

/** A context, and its hook, which throws outside of the provider. */
export function requiredContext<Value>(name: string) {
  const Context = createContext<Value | undefined>(undefined);
  const useValue = (): Value => {
    const value = use(Context);
    if (value === undefined) throw new Error(`${name} is used outside of its provider.`);
    return value;
  };
  return [Context, useValue] as const;
}
