import { useEffect, useState } from "react";

const SECOND_MS = 1000;

/** Counts down from `seconds` whenever `round` changes; round 0 waits for nothing. */
export function useSecondsLeft(round: number, seconds: number): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (round === 0) return;
    const end = Date.now() + seconds * SECOND_MS;
    const tick = () => {
      const rest = Math.max(0, Math.ceil((end - Date.now()) / SECOND_MS));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, SECOND_MS);
    tick();
    return () => clearInterval(timer);
  }, [round, seconds]);
  return left;
}
