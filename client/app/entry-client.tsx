import { whenIdle } from "../lib/events.ts";
import "../styles/app.css";

// The page works without a script. React is loaded when the browser is idle, or at the first touch, so
// that it does not compete with the pictures for a slow connection.
const MAX_WAIT_MS = 3000;
const URGENT_WAIT_MS = 1000;
const FIRST_TOUCH = ["pointerdown", "keydown", "focusin", "touchstart"] as const;

let earlyClick: HTMLElement | undefined;
let started = false;

/** Remembers the last click on a button that does nothing without a script, to repeat it later. */
function noteEarlyClick({ target }: Event): void {
  const button = target instanceof Element && target.closest('button[type="button"]');
  earlyClick = button instanceof HTMLElement ? button : undefined;
}

function takeEarlyClick(): HTMLElement | undefined {
  removeEventListener("click", noteEarlyClick);
  return earlyClick;
}

async function start(): Promise<void> {
  if (started) return;
  started = true;
  for (const type of FIRST_TOUCH) removeEventListener(type, start);
  try {
    // The second import evaluates React in a task of its own: 50 to 90 ms less blocking time on a slow
    // phone (a fourth of this processor).
    const [{ goLive }] = await Promise.all([import("./hydrate.tsx"), import("react-dom/client")]);
    await goLive(takeEarlyClick);
  } catch {
    // The code did not arrive: links and forms still work. Retry at the next touch.
    started = false;
    listenForTouch();
  }
}

function listenForTouch(): void {
  for (const type of FIRST_TOUCH) addEventListener(type, start, { passive: true });
}

addEventListener("click", noteEarlyClick);
listenForTouch();

// Suppress the browser's install bar: only the account page offers to install the app.
addEventListener("beforeinstallprompt", (event) => event.preventDefault());

// Pages where people sign in wait for the first paint only.
if (document.querySelector("#root[data-urgent]")) {
  afterPaint(start);
  setTimeout(start, URGENT_WAIT_MS);
} else {
  if (document.readyState === "complete") startAfterPaint();
  else addEventListener("load", startAfterPaint, { once: true });
  // Animation frames pause in a hidden tab.
  setTimeout(start, MAX_WAIT_MS);
}

/** The largest picture is painted one frame after the load event. */
function startAfterPaint(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => afterPaint(() => whenIdle(start, MAX_WAIT_MS))),
  );
}

/** Waits for the first paint entry: on a slow phone it comes long after the frame was rendered. */
function afterPaint(then: () => void): void {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    then();
  }).observe({ type: "paint", buffered: true });
}
