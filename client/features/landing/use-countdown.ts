import { useEffect, useRef, useState } from "react";
import type { Countdown } from "../../../server/contract/site.ts";
import { RESTART_SECONDS, runCountdown } from "./countdown-logic.ts";

export type ShownCountdown = Exclude<Countdown, { kind: "hidden" }>;

/**
 * The seconds left, null until the browser knows them. The server and the first render of the
 * browser agree: the start value of `restart`, nothing of `until`. Paused, the display stands still
 * and the time goes on.
 */
export function useCountdown(countdown: ShownCountdown) {
  const [secondsLeft, setSecondsLeft] = useState(
    countdown.kind === "restart" ? RESTART_SECONDS : null,
  );
  const [paused, setPaused] = useState(false);
  const startedAt = useRef<number>(undefined);
  const endsAt = countdown.kind === "until" ? countdown.endsAt : undefined;

  useEffect(() => {
    startedAt.current ??= Date.now();
    if (paused) return;
    const end = endsAt ? Date.parse(endsAt) : startedAt.current + RESTART_SECONDS * 1000;
    return runCountdown(end, setSecondsLeft);
  }, [paused, endsAt]);

  return { secondsLeft, paused, togglePause: () => setPaused((was) => !was) };
}
