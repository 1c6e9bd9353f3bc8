import puppeteer, { type KeyInput, type LaunchOptions, type Page } from "puppeteer-core";
import { type Call, startWebKit } from "./webkit-driver.ts";

export type EngineName = "Chromium" | "Firefox" | "WebKit";

/** A window of a browser, with the methods that the journeys need, by CSS selector. */
export type EnginePage = {
  goto(url: string): Promise<void>;
  /** Runs a function in the page; its arguments and result must be serializable as JSON. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Clicks an element with the pointer. */
  click(selector: string): Promise<void>;
  /** Focuses a field and types into it. */
  type(selector: string, text: string): Promise<void>;
  /** Presses keys in the focused element, one after the other: "Enter", "Control+v". */
  press(...keys: string[]): Promise<void>;
  /** Chooses a file in a file field. */
  choose(selector: string, path: string): Promise<void>;
  /** Deletes the cookies of the page's site. */
  clearCookies(): Promise<void>;
  /** Writes a PNG of the visible part to a file. */
  screenshot(file: string): Promise<void>;
  close(): Promise<void>;
};

/** A browser controlled over its own protocol. */
export type Engine = {
  /** Opens a window; the size is that of the page. */
  open(size: { width: number; height: number }): Promise<EnginePage>;
  /** Runs an action and returns the window that it opens. */
  windowOf(act: () => Promise<void>): Promise<EnginePage>;
  /** Uncaught errors in pages; WebKit does not report them. */
  errors: string[];
  /** Ends the browser and every process started for it. */
  close(): Promise<void>;
};

/** Option of a Playwright project. */
export type EngineOptions = { engineName: EngineName };

type OpenOptions = { hasScript: boolean };

/** Firefox reports scripts that were still loading through the worker when their page was left. */
const ABORTED = /Failed to load .* A ServiceWorker intercepted the request/;
const WINDOW_LIMIT_MS = 10_000;
const POLL_MS = 50;
const asRoot = process.getuid?.() === 0;

/** Starts a browser; without `hasScript` its pages run no scripts of their own. */
export function openEngine(
  name: EngineName,
  options: OpenOptions = { hasScript: true },
): Promise<Engine> {
  return name === "WebKit" ? openWebKit(options) : openPuppeteer(LAUNCHES[name](options));
}

const LAUNCHES = {
  Chromium: ({ hasScript }: OpenOptions): LaunchOptions => ({
    browser: "chrome",
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: [
      "--disable-gpu",
      `--blink-settings=scriptEnabled=${hasScript}`,
      ...(asRoot ? ["--no-sandbox"] : []),
    ],
  }),
  Firefox: ({ hasScript }: OpenOptions): LaunchOptions => ({
    browser: "firefox",
    executablePath: process.env["FIREFOX_PATH"] ?? "/usr/bin/firefox-esr",
    extraPrefsFirefox: { "javascript.enabled": hasScript },
  }),
};

/** Returns the window that an action opens. */
async function newWindow<Window>(
  list: () => Promise<Window[]>,
  act: () => Promise<unknown>,
): Promise<Window> {
  const before = await list();
  await act();
  const endsAt = performance.now() + WINDOW_LIMIT_MS;
  while (performance.now() < endsAt) {
    const added = (await list()).find((window) => !before.includes(window));
    if (added) return added;
    await Bun.sleep(POLL_MS);
  }
  throw new Error("No window was opened.");
}

/** Opens Chromium over its DevTools protocol, or Firefox over WebDriver BiDi. */
async function openPuppeteer(launch: LaunchOptions): Promise<Engine> {
  const browser = await puppeteer.launch(launch);
  const errors: string[] = [];
  const wrap = (page: Page): EnginePage => {
    page.on("pageerror", (error) => !ABORTED.test(String(error)) && errors.push(String(error)));
    return puppeteerPage(page);
  };
  return {
    async open(size) {
      const page = await browser.newPage({ type: "window" });
      await page.setViewport(size);
      return wrap(page);
    },
    windowOf: async (act) => wrap(await newWindow(() => browser.pages(), act)),
    errors,
    close: () => browser.close(),
  };
}

function puppeteerPage(page: Page): EnginePage {
  // A string, because the pages' Content Security Policy forbids `new Function`.
  const evaluate = <Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ) => page.evaluate(`(${run}).apply(null, ${JSON.stringify(args)})`) as Promise<Awaited<Result>>;
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate,
    async click(selector) {
      // Puppeteer's own click hangs in Firefox without scripts.
      const middle = await evaluate(centerOf, selector);
      if (!middle) throw new Error(`${selector} is missing or covered.`);
      await page.mouse.click(...middle);
    },
    type: (selector, text) => page.type(selector, text),
    async press(...keys) {
      for (const combination of keys) {
        const names = combination.split("+") as KeyInput[];
        for (const name of names) await page.keyboard.down(name);
        for (const name of names.toReversed()) await page.keyboard.up(name);
      }
    },
    async choose(selector, path) {
      const field = await page.waitForSelector(selector);
      await field?.toElement("input").then((input) => input.uploadFile(path));
    },
    async clearCookies() {
      const browser = page.browser();
      await browser.deleteCookie(...(await browser.cookies()));
    },
    screenshot: async (file) => void (await Bun.write(file, await page.screenshot())),
    close: () => page.close(),
  };
}

/** Runs in the page. Returns the center of an element in the window; undefined if covered. */
function centerOf(selector: string): [number, number] | undefined {
  const element = document.querySelector(selector);
  if (!element) return undefined;
  const { x, y, width, height } = element.getBoundingClientRect();
  const middle: [number, number] = [x + width / 2, y + height / 2];
  return element.contains(document.elementFromPoint(...middle)) ? middle : undefined;
}

/** WebDriver's code points of keys that type no character. */
const KEYS: Record<string, string> = {
  Shift: "\uE008",
  Control: "\uE009",
  Enter: "\uE007",
  Escape: "\uE00C",
  ArrowDown: "\uE015",
  ArrowRight: "\uE014",
  F2: "\uE032",
};

async function openWebKit({ hasScript }: OpenOptions): Promise<Engine> {
  const { call, close } = await startWebKit(hasScript ? [] : ["--enable-javascript-markup=false"]);
  const handles = () => call<string[]>("GET", "/window/handles");
  const [main = ""] = await handles();
  let current = main;
  /** Calls the driver for one window, which becomes the current one. */
  const callIn =
    (handle: string): Call =>
    async (method, path, body) => {
      if (current !== handle) await call("POST", "/window", { handle });
      current = handle;
      return call(method, path, body);
    };
  const mainPage = webKitPage(callIn(main));
  const openPopup = (size: string) =>
    mainPage.evaluate((features) => void open("about:blank", "_blank", features), size);
  return {
    // A popup, because the main window cannot be narrower than 447 px.
    async open({ width, height }) {
      const size = `popup,noopener,width=${width},height=${height}`;
      return webKitPage(callIn(await newWindow(handles, () => openPopup(size))));
    },
    windowOf: async (act) => webKitPage(callIn(await newWindow(handles, act))),
    errors: [],
    close,
  };
}

function webKitPage(call: Call): EnginePage {
  async function toElement(selector: string, action: string, body = {}): Promise<void> {
    const query = { using: "css selector", value: selector };
    const [id] = Object.values(await call<Record<string, string>>("POST", "/element", query));
    await call("POST", `/element/${id}/${action}`, body);
  }

  return {
    goto: async (url) => void (await call("POST", "/url", { url })),
    evaluate: (run, ...args) =>
      call("POST", "/execute/sync", { script: `return (${run}).apply(null, arguments)`, args }),
    click: (selector) => toElement(selector, "click"),
    type: (selector, text) => toElement(selector, "value", { text }),
    async press(...keys) {
      const strokes = keys.flatMap((combination) => {
        const values = combination.split("+").map((name) => KEYS[name] ?? name);
        return [
          ...values.map((value) => ({ type: "keyDown", value })),
          ...values.toReversed().map((value) => ({ type: "keyUp", value })),
        ];
      });
      await call("POST", "/actions", { actions: [{ type: "key", id: "keys", actions: strokes }] });
    },
    choose: (selector, path) => toElement(selector, "value", { text: path }),
    clearCookies: async () => void (await call("DELETE", "/cookie")),
    async screenshot(file) {
      await Bun.write(file, Buffer.from(await call<string>("GET", "/screenshot"), "base64"));
    },
    close: async () => void (await call("DELETE", "/window")),
  };
}
