import { Workbox } from "workbox-window";
import { HOUR_MS, MINUTE_MS } from "../../server/contract/time.ts";
import { ChunkError, reloadForNewBuild } from "../lib/chunk-error.ts";

/**
 * How new the app is: `waiting` when a new version is ready, `reloading` once it was accepted,
 * `replaced` when another tab has accepted it and this one still shows the one before.
 */
type UpdateState = "none" | "waiting" | "reloading" | "replaced";

const WORKER = "/sw.js";
const LEAST_BETWEEN_CHECKS_MS = MINUTE_MS;
const CHECK_EVERY_MS = HOUR_MS;

const listeners = new Set<() => void>();
const holds = new Set<symbol>();
let state: UpdateState = "none";
let worker: Workbox | undefined;

function set(next: UpdateState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** What is told to the page about a new version, and what the page answers. */
export const appUpdate = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },

  read: (): UpdateState => state,

  /** Changes to the new version, with one reload; false while something must not be interrupted. */
  accept(): boolean {
    if (holds.size > 0) return false;
    if (state === "replaced") {
      set("reloading");
      location.reload();
    } else if (state === "waiting") {
      set("reloading");
      worker?.messageSkipWaiting();
    }
    return true;
  },

  /** Says no more of it until the next launch, or until a newer version is there. */
  later(): void {
    if (state !== "reloading") set("none");
  },
};

/**
 * Keeps the app from being reloaded while a download runs or a form holds what was typed. Returns the
 * call that ends this; another call of it changes nothing.
 */
export function holdUpdate(): () => void {
  const hold = Symbol("hold");
  holds.add(hold);
  return () => void holds.delete(hold);
}

/**
 * Registers the worker of the installed app once the page has loaded, and looks for new versions from
 * then on. Further calls, and browsers without workers, do nothing; nor does `bun dev`.
 */
export function startWorker(): void {
  if (worker || !import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  worker = new Workbox(WORKER);
  window.addEventListener("vite:preloadError", ({ payload }) => {
    // Offline the reload is skipped, for the shop does not answer.
    if (holds.size === 0) void reloadForNewBuild(new ChunkError(payload));
  });
  void register(worker);
}

async function register(app: Workbox): Promise<void> {
  watchControl(navigator.serviceWorker.controller === null);
  // Without a connection there may be nothing to register: the next launch does it.
  const registration = await app.register().catch(() => undefined);
  if (!registration) return;
  watchInstalls(registration);
  keepChecking(registration);
}

/** A new worker has taken over: because this tab has asked for it, or because another one has. */
function watchControl(isFirst: boolean): void {
  let hadNone = isFirst;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (state === "reloading") location.reload();
    else if (!hadNone) set("replaced");
    hadNone = false;
  });
}

/**
 * Notices every worker that is ready beside the one in use, also one that was ready before. Workbox's own
 * event comes for the first one of a visit alone.
 */
function watchInstalls(registration: ServiceWorkerRegistration): void {
  const watch = (found: ServiceWorker | null) => {
    found?.addEventListener("statechange", () => {
      if (found.state === "installed" && registration.active) set("waiting");
    });
  };
  if (registration.waiting) set("waiting");
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
}

/**
 * Looks for a new version on launch, when the tab is looked at again, at most once a minute, and every
 * hour that it is looked at. To register a worker that is known already looks for none.
 */
function keepChecking(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  let next: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    next = undefined;
    if (document.hidden) return;
    checkedAt = Date.now();
    // Offline there is no newer version to be had.
    void registration.update().catch(() => undefined);
  };
  const checkSoon = () => {
    next ??= setTimeout(check, Math.max(0, checkedAt + LEAST_BETWEEN_CHECKS_MS - Date.now()));
  };
  addEventListener("focus", checkSoon);
  document.addEventListener("visibilitychange", checkSoon);
  setInterval(checkSoon, CHECK_EVERY_MS);
  check();
}
