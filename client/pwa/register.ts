import { Workbox } from "workbox-window";
import { HOUR_MS, MINUTE_MS } from "../../server/contract/time.ts";
import { createStore } from "../lib/observable.ts";
import { ChunkError, reloadForNewBuild } from "../lib/page-errors.ts";

/** `waiting`: a new version is ready. `replaced`: another tab has activated it. */
type UpdateState = "none" | "waiting" | "reloading" | "replaced";

const WORKER = "/sw.js";

const state = createStore<UpdateState>("none");
const holds = new Set<symbol>();
let worker: Workbox | undefined;

/** State and actions of app updates. */
export const appUpdate = {
  subscribe: state.subscribe,
  read: state.get,

  /** Activates the new version and reloads. Returns false while `holdUpdate` is in effect. */
  accept(): boolean {
    if (holds.size > 0) return false;
    const before = state.get();
    if (before !== "replaced" && before !== "waiting") return true;
    state.set("reloading");
    if (before === "replaced") location.reload();
    else worker?.messageSkipWaiting();
    return true;
  },

  /** Hides the notice until the next launch or the next version. */
  later(): void {
    if (state.get() !== "reloading") state.set("none");
  },
};

/** Blocks app updates, for example during a download. Returns a function that allows them again. */
export function holdUpdate(): () => void {
  const hold = Symbol("hold");
  holds.add(hold);
  return () => void holds.delete(hold);
}

/** Registers the service worker and checks for new versions, once per page. Does nothing in `bun dev`. */
export function startWorker(): void {
  if (worker || !import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  worker = new Workbox(WORKER);
  window.addEventListener("vite:preloadError", ({ payload }) => {
    if (holds.size === 0) void reloadForNewBuild(new ChunkError(payload));
  });
  void register(worker);
}

async function register(app: Workbox): Promise<void> {
  const { serviceWorker } = navigator;
  let hasWorker = serviceWorker.controller !== null;
  // A new service worker is active: accepted in this tab or in another one.
  serviceWorker.addEventListener("controllerchange", () => {
    if (state.get() === "reloading") location.reload();
    else if (hasWorker) state.set("replaced");
    hasWorker = true;
  });
  // Registration fails offline; the next launch retries.
  const registration = await app.register().catch(() => undefined);
  if (!registration) return;
  // Watch every new worker, because Workbox reports only the first one per page.
  const watch = (found: ServiceWorker | null) => {
    found?.addEventListener("statechange", () => {
      if (found.state === "installed" && registration.active) state.set("waiting");
    });
  };
  if (registration.waiting) state.set("waiting");
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  keepChecking(registration);
}

/**
 * Checks for updates on launch, on focus and hourly, at most once a minute. Registering a known
 * worker does not check.
 */
function keepChecking(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  let next: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    next = undefined;
    if (document.hidden) return;
    checkedAt = Date.now();
    void registration.update().catch(() => undefined);
  };
  const checkSoon = () => {
    next ??= setTimeout(check, Math.max(0, checkedAt + MINUTE_MS - Date.now()));
  };
  addEventListener("focus", checkSoon);
  document.addEventListener("visibilitychange", checkSoon);
  setInterval(checkSoon, HOUR_MS);
  check();
}
