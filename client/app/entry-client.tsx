import { whenIdle } from "../lib/events.ts";
import "../styles/app.css";

// Pages work without JavaScript, so hydration waits until the browser is idle or the first user
// input. Loading React earlier would compete with images on slow connections.
const MAX_WAIT_MS = 3000;
const URGENT_WAIT_MS = 1000;
const FIRST_TOUCH = ["pointerdown", "keydown", "focusin", "touchstart"] as const;

let earlyClick: HTMLElement | undefined;
let started = false;

/** Records the last click on a script-only button before hydration, so that it can be replayed. */
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
    // Importing React separately evaluates it in its own task: 50 to 90 ms less blocking time with
    // 4x CPU throttling.
    const [{ goLive }] = await Promise.all([import("./hydrate.tsx"), import("react-dom/client")]);
    await goLive(takeEarlyClick);
  } catch {
    // The code failed to load. Links and forms still work; retry at the next user input.
    started = false;
    listenForTouch();
  }
}

function listenForTouch(): void {
  for (const type of FIRST_TOUCH) addEventListener(type, start, { passive: true });
}

addEventListener("click", noteEarlyClick);
listenForTouch();

// Suppress the browser's install prompt: only the account page offers to install the app.
addEventListener("beforeinstallprompt", (event) => event.preventDefault());

// Urgent pages, such as the sign-in pages, hydrate right after the first paint.
if (document.querySelector("#root[data-urgent]")) {
  afterPaint(start);
  setTimeout(start, URGENT_WAIT_MS);
} else {
  if (document.readyState === "complete") startAfterPaint();
  else addEventListener("load", startAfterPaint, { once: true });
  // Fallback timeout: requestAnimationFrame is paused in hidden tabs.
  setTimeout(start, MAX_WAIT_MS);
}

/** Starts two frames after the load event, when the largest image has been painted. */
function startAfterPaint(): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => afterPaint(() => whenIdle(start, MAX_WAIT_MS))),
  );
}

/** Runs `then` after the first paint, which on slow phones is long after the frame was rendered. */
function afterPaint(then: () => void): void {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    then();
  }).observe({ type: "paint", buffered: true });
}
