import "../styles/app.css";
import { noteEarlyPress } from "./early-press.ts";

// The page works as it is; it becomes an app when all of it has come and the browser has time, or at
// the first touch. Code that came sooner would compete with the pictures for a slow line.
const WAIT_AT_MOST_MS = 3000;
const URGENT_WAIT_MS = 1000;
const FIRST_TOUCH = ["pointerdown", "keydown", "focusin", "touchstart"] as const;

const takeEarlyPress = noteEarlyPress();
let started = false;

async function start(): Promise<void> {
  if (started) return;
  started = true;
  for (const type of FIRST_TOUCH) removeEventListener(type, start);
  // React becomes ready in a task of its own: both at once would keep a slow phone busy too long.
  const code = await Promise.all([
    import("./hydrate.tsx").then(({ loadLivePage }) => loadLivePage()),
    import("./react-code.ts"),
  ]).catch(
    // A lost line: the page stays the one of plain links and forms until the next touch.
    () => undefined,
  );
  if (!code) {
    started = false;
    listen();
    return;
  }
  const [goLive] = code;
  await goLive(takeEarlyPress);
}

function listen(): void {
  for (const type of FIRST_TOUCH) addEventListener(type, start, { passive: true });
}

listen();

// Suppress the browser's install bar: only the account page offers to install the app.
addEventListener("beforeinstallprompt", (event) => event.preventDefault());

// Where people sign in only the first paint comes before: a code in the address must be taken away, a
// press must count.
if (document.querySelector("#root[data-urgent]")) {
  afterPaint(start);
  setTimeout(start, URGENT_WAIT_MS);
} else {
  if (document.readyState === "complete") startWhenPainted();
  else addEventListener("load", startWhenPainted, { once: true });
  // Frames stand still in a tab that is not shown.
  setTimeout(start, WAIT_AT_MOST_MS);
}

/** The largest picture is drawn one frame after the page has loaded; idle may come before that. */
function startWhenPainted(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => afterPaint(startWhenIdle)));
}

/**
 * Waits until the browser says that something is on screen. On a slow phone that is long after the
 * frame was drawn, and code that is fetched meanwhile delays it.
 */
function afterPaint(then: () => void): void {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    then();
  }).observe({ type: "paint", buffered: true });
}

function startWhenIdle(): void {
  // Safari has no requestIdleCallback.
  if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: WAIT_AT_MOST_MS });
  else setTimeout(start, WAIT_AT_MOST_MS / 10);
}
