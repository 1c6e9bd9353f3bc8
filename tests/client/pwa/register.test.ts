import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { aStorage } from "../tracking/fakes.ts";

/** Fake service worker; the test sets its state. */
class FakeWorker extends EventTarget {
  state = "installing";
  told: unknown[] = [];
  postMessage(message: unknown) {
    this.told.push(message);
  }
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;
  active: FakeWorker | null = new FakeWorker();
  update = vi.fn(async () => {});
  /** Simulates an update: a new worker is installed and waiting. */
  findWorker(): FakeWorker {
    const found = new FakeWorker();
    this.installing = found;
    this.dispatchEvent(new Event("updatefound"));
    this.installing = null;
    this.waiting = found;
    found.become("installed");
    return found;
  }
}

/** Loads the module in a fake browser tab. */
async function openTab({ controlled = true, registration = new FakeRegistration() } = {}) {
  const container = Object.assign(new EventTarget(), {
    controller: controlled ? {} : null,
    register: vi.fn(async () => registration),
  });
  const reload = vi.fn();
  const tab = new EventTarget();
  const shown = Object.assign(new EventTarget(), { readyState: "complete", hidden: false });
  const listen: EventTarget["addEventListener"] = (...given) => tab.addEventListener(...given);
  vi.stubGlobal("navigator", { serviceWorker: container });
  vi.stubGlobal("document", shown);
  vi.stubGlobal("location", { reload, href: "https://shop.example/account" });
  vi.stubGlobal("window", { addEventListener: listen });
  vi.stubGlobal("addEventListener", listen);
  vi.stubEnv("PROD", true);
  vi.resetModules();
  const page = await import("../../../client/pwa/register.ts");
  page.startWorker();
  await vi.advanceTimersByTimeAsync(0);
  const takeOver = () => container.dispatchEvent(new Event("controllerchange"));
  return { ...page, container, registration, reload, tab, shown, takeOver };
}

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
});

test("the worker is registered once, and the first one of a browser is not an update", async () => {
  const registration = new FakeRegistration();
  registration.active = null;
  const tab = await openTab({ controlled: false, registration });
  const { appUpdate, container, reload, startWorker, takeOver } = tab;
  startWorker();
  expect(container.register.mock.calls).toEqual([["/sw.js", {}]]);
  registration.findWorker();
  takeOver();
  expect(appUpdate.read()).toBe("none");
  expect(reload).not.toHaveBeenCalled();
});

test("a postponed notice returns with the next version", async () => {
  const { appUpdate, registration } = await openTab();
  registration.findWorker();
  appUpdate.later();
  expect(appUpdate.read()).toBe("none");
  registration.findWorker();
  expect(appUpdate.read()).toBe("waiting");
});

test("no reload while a download runs or a form is being filled", async () => {
  const { appUpdate, holdUpdate, registration } = await openTab();
  const found = registration.findWorker();
  const release = [holdUpdate(), holdUpdate()];
  expect(appUpdate.accept()).toBe(false);
  release[0]?.();
  release[0]?.();
  expect(appUpdate.accept()).toBe(false);
  expect(found.told).toEqual([]);
  expect(appUpdate.read()).toBe("waiting");
  release[1]?.();
  expect(appUpdate.accept()).toBe(true);
  expect(found.told).toHaveLength(1);
});

test("updates are checked on launch, on focus, at most once a minute, and hourly", async () => {
  const { registration, tab, shown } = await openTab();
  const looks = () => registration.update.mock.calls.length;
  for (const _ of [1, 2, 3]) tab.dispatchEvent(new Event("focus"));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(looks()).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(looks()).toBe(2);
  await vi.advanceTimersByTimeAsync(120_000);
  shown.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(looks()).toBe(3);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(looks()).toBe(4);
  shown.hidden = true;
  await vi.advanceTimersByTimeAsync(7_200_000);
  expect(looks()).toBe(4);
});

test("a missing chunk reloads the page once, but not offline nor during a hold", async () => {
  const { holdUpdate, reload, tab } = await openTab();
  vi.stubGlobal("sessionStorage", aStorage());
  const fetching = vi.fn<() => Promise<Response>>().mockRejectedValue(new TypeError("offline"));
  vi.stubGlobal("fetch", fetching);
  const lose = async () => {
    const payload = new Error("/assets/later-1a2b.js");
    tab.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload }));
    await vi.advanceTimersByTimeAsync(0);
  };
  const release = holdUpdate();
  await lose();
  expect(fetching).not.toHaveBeenCalled();
  release();
  await lose();
  expect(fetching).toHaveBeenCalledOnce();
  expect(reload).not.toHaveBeenCalled();
  fetching.mockImplementation(async () => new Response());
  await lose();
  await lose();
  expect(reload).toHaveBeenCalledOnce();
});
