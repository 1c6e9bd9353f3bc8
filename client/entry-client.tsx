import "./styles/app.css";

// The page works as it is; it becomes an app when the browser has time, or at the first touch.
const WAIT_AT_MOST_MS = 3000;
const FIRST_TOUCH = ["pointerdown", "keydown", "focusin", "touchstart"] as const;

let started = false;

async function start(): Promise<void> {
  if (started) return;
  started = true;
  for (const type of FIRST_TOUCH) removeEventListener(type, start);
  const { hydratePage } = await import("./hydrate.tsx");
  await hydratePage();
}

for (const type of FIRST_TOUCH) addEventListener(type, start, { passive: true });

// Safari has no requestIdleCallback.
if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: WAIT_AT_MOST_MS });
else setTimeout(start, WAIT_AT_MOST_MS / 10);
