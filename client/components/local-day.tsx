import { useSyncExternalStore } from "react";
import { formatDay } from "../../server/contract/format.ts";

const never = () => () => {};

/** A day as the reader's own settings write it; until the page is live, in English by UTC. */
export function LocalDay({ time }: { time: string }) {
  const text = useSyncExternalStore(
    never,
    () => new Date(time).toLocaleDateString(),
    () => formatDay(new Date(time)),
  );
  return <time dateTime={time}>{text}</time>;
}
