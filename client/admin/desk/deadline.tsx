import { useEffect, useState } from "react";
import { MINUTE_MS } from "../../../server/contract/time.ts";
import { stateWords } from "../../content/admin-orders.ts";
import { deadlineOf } from "./order-rules.ts";
import { StateMark, Time } from "../ui/panels.tsx";

/** Deadline with the remaining time; renders nothing if `dueAt` is empty. */
export function Deadline({ dueAt }: { dueAt: string }) {
  const now = useNow();
  if (!dueAt) return null;
  return (
    <>
      <StateMark state={deadlineOf(dueAt, now)} />
      <span className="whitespace-nowrap text-ink-2">
        <Time at={dueAt} format="dayOf" wrap={stateWords.deadline.due} />
      </span>
    </>
  );
}

/** Returns the current time; updates once a minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
