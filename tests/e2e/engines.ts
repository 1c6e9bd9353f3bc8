import puppeteer from "puppeteer-core";
import { freePort, listenTo } from "../support/store-process.ts";
import { within } from "../support/until.ts";

/**
 * A browser page, with the methods that the journeys need. Each engine implements it over its own
 * protocol.
 */
export type EnginePage = {
  goto(url: string): Promise<void>;
  /** Runs a function in the page; its arguments and result must be serializable as JSON. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Clicks an element with the pointer. */
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** Presses Ctrl and a letter in a field. */
  shortcut(selector: string, letter: "a" | "c" | "v"): Promise<void>;
  /** Ends the browser and every process started for it. */
  close(): Promise<void>;
};

/** Opens Firefox over WebDriver BiDi. */
export async function openFirefox(): Promise<EnginePage> {
  const executablePath = process.env["FIREFOX_PATH"] ?? "/usr/bin/firefox-esr";
  const browser = await puppeteer.launch({ browser: "firefox", executablePath });
  const [page = await browser.newPage()] = await browser.pages();
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: <Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args) =>
      page.evaluate(`(${run}).apply(null, ${JSON.stringify(args)})`) as Promise<Awaited<Result>>,
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    async shortcut(selector, letter) {
      await page.focus(selector);
      await page.keyboard.down("Control");
      await page.keyboard.press(letter);
      await page.keyboard.up("Control");
    },
    close: () => browser.close(),
  };
}

const START_LIMIT_MS = 20_000;
const POLL_MS = 50;
/** Safari has had the storage manager since 15.2; WebKitGTK ships with it disabled. */
const BROWSER_ARGS = ["--automation", "--features=+StorageAPI,+StorageAPIEstimate"];
/** The Control key in WebDriver; it stays pressed until the end of the typed text. */
const CONTROL = "\uE009";

/** Opens WebKitGTK's MiniBrowser over W3C WebDriver, on its own virtual screen. */
export async function openWebKit(): Promise<EnginePage> {
  const programs = startPrograms();
  try {
    const screen = programs.start(["Xvfb", "-displayfd", "1", "-screen", "0", "1400x1000x24"]);
    const { heard, text } = listenTo(screen.stdout);
    await within(heard("\n"), { what: "Xvfb starts", limitMs: START_LIMIT_MS });
    const port = await freePort();
    programs.start(["WebKitWebDriver", `--port=${port}`], {
      DISPLAY: `:${text().trim()}`,
      // Otherwise a machine with no default route counts as offline.
      GIO_USE_NETWORK_MONITOR: "base",
      // WebKit's sandbox needs user namespaces, which root often lacks in a container.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" }),
    });
    return await openSession(`http://127.0.0.1:${port}`, programs.end);
  } catch (error) {
    await programs.end();
    throw error;
  }
}

/** Starts programs that end together, at the latest when this process exits. */
function startPrograms() {
  const children: Bun.Subprocess<"ignore", "pipe", "ignore">[] = [];
  // The driver's browser is not in this list; it exits when its virtual screen is killed.
  const kill = () => children.forEach((child) => child.kill("SIGKILL"));
  process.once("exit", kill);
  return {
    start(command: string[], env: Record<string, string> = {}) {
      const child = Bun.spawn(command, {
        env: { ...process.env, ...env },
        stdio: ["ignore", "pipe", "ignore"],
      });
      children.push(child);
      return child;
    },
    async end(): Promise<void> {
      process.off("exit", kill);
      kill();
      await Promise.all(children.map(({ exited }) => exited));
    },
  };
}

async function openSession(driver: string, end: () => Promise<void>): Promise<EnginePage> {
  async function call<Value>(method: string, path: string, body?: object): Promise<Value> {
    const answer = await fetch(driver + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Value & WebDriverError };
    if (!answer.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`);
    return value;
  }
  const post = <Value>(path: string, body: object = {}) => call<Value>("POST", path, body);

  const endsAt = performance.now() + START_LIMIT_MS;
  while (!(await call("GET", "/status").catch(() => false))) {
    if (performance.now() > endsAt) throw new Error("WebKitWebDriver does not start.");
    await Bun.sleep(POLL_MS);
  }
  const browser = {
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": { args: BROWSER_ARGS },
  };
  const { sessionId } = await post<{ sessionId: string }>("/session", {
    capabilities: { alwaysMatch: browser },
  });
  const session = `/session/${sessionId}`;

  async function toElement(selector: string, action: string, body?: object): Promise<void> {
    const query = { using: "css selector", value: selector };
    const [id] = Object.values(await post<Record<string, string>>(`${session}/element`, query));
    await post(`${session}/element/${id}/${action}`, body);
  }

  return {
    goto: async (url) => void (await post(`${session}/url`, { url })),
    evaluate: (run, ...args) =>
      post(`${session}/execute/sync`, { script: `return (${run}).apply(null, arguments)`, args }),
    click: (selector) => toElement(selector, "click"),
    type: (selector, text) => toElement(selector, "value", { text }),
    shortcut: (selector, letter) => toElement(selector, "value", { text: CONTROL + letter }),
    async close() {
      await call("DELETE", session).catch(() => {});
      await end();
    },
  };
}

type WebDriverError = { error?: string; message?: string };
