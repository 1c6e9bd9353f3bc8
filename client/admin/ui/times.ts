import { createContext, use } from "react";
import { type Times, timesIn } from "./formats.ts";

/** The admin shows all times in the time zone of the shop, or in this device's until it is known. */
export const TimesContext = createContext(timesIn());

export function useTimes(): Times {
  return use(TimesContext);
}
