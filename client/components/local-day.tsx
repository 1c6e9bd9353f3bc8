import { useSyncExternalStore } from "react";
import { formatDay } from "../../server/contract/format.ts";

const never = () => () => {};

/** A date in the reader's locale; before hydration in English and UTC. */
export function LocalDay({ time }: { time: string }) {
  const text = useSyncExternalStore(
    never,
    () => new Date(time).toLocaleDateString(),
    () => formatDay(new Date(time)),
  );
  return <time dateTime={time}>{text}</time>;
}
