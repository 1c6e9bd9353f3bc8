const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;

const words = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** How long a wait is, rounded up: "in 40 seconds", "in 52 minutes", "in 2 hours". */
export function inWords(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return words.format(Math.ceil(seconds), "second");
  const minutes = Math.ceil(seconds / MINUTE_SECONDS);
  if (minutes < HOUR_SECONDS / MINUTE_SECONDS) return words.format(minutes, "minute");
  return words.format(Math.ceil(seconds / HOUR_SECONDS), "hour");
}
