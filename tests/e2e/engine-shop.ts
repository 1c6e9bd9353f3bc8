import { connect, createServer, type Socket } from "node:net";
import { expect, test as base } from "playwright/test";
import { freePort } from "../support/store-process.ts";
import { type Engine, type EngineOptions, type EnginePage, openEngine } from "./engines.ts";
import { openStore } from "./store.ts";

export { expect };

export const DESKTOP = { width: 1280, height: 900 };
const WAIT_MS = 30_000;
const REQUEST_LINE = /^[A-Z]+ \/\S* HTTP\/1\.1\r\n/;

type WorkerFixtures = EngineOptions & { engine: Engine; shop: Shop };
type JourneyFixtures = { tab: EnginePage; client: string };

/** Test in one engine. All journeys of a worker share its browser and store. */
export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  engineName: ["Chromium", { option: true, scope: "worker" }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await openEngine(engineName);
      await use(engine);
      await engine.close();
    },
    { scope: "worker" },
  ],
  shop: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await openShop();
      await use(shop);
      await shop.close();
    },
    { scope: "worker" },
  ],
  // Requests of the test itself bypass the connection that can be cut.
  baseURL: async ({ shop }, use) => use(shop.storeUrl),
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use) => {
    await use({ ...extraHTTPHeaders, "X-Forwarded-For": randomClient() });
  },
  /** A window of a visitor without cookies. */
  tab: async ({ engine, shop }, use, testInfo) => {
    await shop.restore();
    const tab = await engine.open(DESKTOP);
    await tab.goto(`${shop.url}/robots.txt`);
    await tab.clearCookies();
    engine.errors.length = 0;
    await use(tab);
    const isFailed = testInfo.status !== testInfo.expectedStatus;
    if (isFailed) await tab.screenshot(testInfo.outputPath("window.png"));
    await tab.close();
    expect(engine.errors).toEqual([]);
  },
});

export type Shop = Awaited<ReturnType<typeof openShop>>;

const randomClient = () => `10.${crypto.getRandomValues(new Uint8Array(3)).join(".")}`;

/** Starts a store behind a connection that can be cut or delayed for one path. */
async function openShop() {
  const [port, storePort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const sockets = new Set<Socket>();
  let slow: { request: string; delayMs: number } | undefined;
  let client = randomClient();

  const server = createServer((near) => {
    const far = connect(storePort, "127.0.0.1");
    far.pipe(near);
    near.on("data", (chunk: Buffer) => {
      // Browsers do not pipeline requests, so a chunk contains the start of at most one.
      const text = chunk.toString("latin1");
      const line = REQUEST_LINE.exec(text)?.[0];
      const sent = line
        ? Buffer.from(`${line}X-Forwarded-For: ${client}\r\n${text.slice(line.length)}`, "latin1")
        : chunk;
      if (slow && line?.startsWith(slow.request)) setTimeout(() => far.write(sent), slow.delayMs);
      else far.write(sent);
    });
    sockets.add(near);
    near.on("error", () => {}).on("close", () => far.destroy());
    far.on("error", () => {}).on("close", () => near.destroy());
    near.on("close", () => sockets.delete(near));
  });
  const reconnect = () => new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  await reconnect();
  const store = await openStore({ PUBLIC_URL: url, PORT: String(storePort) });
  return {
    ...store,
    url,
    /** URL of the store that bypasses the connection. */
    storeUrl: `http://localhost:${storePort}`,
    /** Closes every connection and refuses new ones until `reconnect` is called. */
    cut,
    reconnect,
    /** Delays every later request for this path. */
    slowDown(path: string, delayMs: number): void {
      slow = { request: `GET ${path} `, delayMs };
    },
    /** Undoes `cut` and `slowDown`; later visitors have a new IP address, so new rate limits. */
    async restore(): Promise<void> {
      slow = undefined;
      client = randomClient();
      if (!server.listening) await reconnect();
    },
    async close(): Promise<void> {
      cut();
      await store.close();
    },
  };
}

/** Waits until `run` returns a truthy value in the page. Ignores errors, as during unload. */
export async function waitFor<Args extends unknown[]>(
  tab: EnginePage,
  run: (...args: Args) => unknown,
  ...args: Args
): Promise<void> {
  const ask = () => tab.evaluate(run, ...args).catch(() => undefined);
  const message = `${run} with ${JSON.stringify(args)}`;
  await expect.poll(ask, { message, timeout: WAIT_MS }).toBeTruthy();
}

export const waitForPath = (tab: EnginePage, path: string) =>
  waitFor(tab, (start) => location.pathname.startsWith(start), path);

export const waitForText = (tab: EnginePage, text: string) =>
  waitFor(tab, (part) => document.body.innerText.includes(part), text);

export const waitForElement = (tab: EnginePage, selector: string) =>
  waitFor(tab, (wanted) => document.querySelector(wanted) !== null, selector);

export const waitUntilGone = (tab: EnginePage, selector: string) =>
  waitFor(tab, (gone) => !document.querySelector(gone), selector);

export const waitUntilLive = (tab: EnginePage) =>
  waitFor(tab, () => document.documentElement.hasAttribute("data-live"));

/** Opens a page of the shop and waits until it is hydrated. */
export async function openLive(tab: EnginePage, url: string): Promise<void> {
  await tab.goto(url);
  await waitUntilLive(tab);
}

const AIM = "[data-aim]";
const CONTROLS = "button, a, summary, [role=menuitem], [role=gridcell]";
const FIELDS = "input, textarea, select";

/**
 * Marks the first visible element whose name starts with this text, preferably in the top dialog,
 * and returns a selector for it.
 */
async function aimAt(tab: EnginePage, elements: string, name: string): Promise<string> {
  await waitFor(
    tab,
    (selector, start) => {
      // Firefox lays a page out before its styles have loaded, so a click would hit another element.
      if (document.readyState !== "complete") return false;
      document.querySelector("[data-aim]")?.removeAttribute("data-aim");
      const dialog = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1);
      const found = [dialog, document]
        .flatMap((part) => [...(part?.querySelectorAll(selector) ?? [])])
        .find((element) => {
          const label = "labels" in element && (element.labels as NodeList | null)?.[0];
          const text = element.getAttribute("aria-label") ?? (label || element).textContent;
          return text?.trim().startsWith(start) && element.getBoundingClientRect().width > 1;
        });
      found?.setAttribute("data-aim", "");
      found?.scrollIntoView({ block: "center", behavior: "instant" });
      return found !== undefined;
    },
    elements,
    name,
  );
  return AIM;
}

/** Clicks the first visible button, link or cell whose name starts with this text. */
export async function press(tab: EnginePage, name: string, elements = CONTROLS): Promise<void> {
  // A click that misses a moving element has no side effects, so retry it.
  await expect(async () => tab.click(await aimAt(tab, elements, name))).toPass({
    timeout: WAIT_MS,
  });
}

/** Replaces the text of the fields with these labels. */
export async function fill(tab: EnginePage, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    const field = await aimAt(tab, FIELDS, label);
    await tab.evaluate((selector) => {
      const input = document.querySelector<HTMLInputElement>(selector);
      input?.focus();
      input?.select();
    }, field);
    await tab.type(field, text);
  }
}

/** Copies a text from a field, as if from a mail in another window. */
export async function copy(tab: EnginePage, text: string): Promise<void> {
  await tab.evaluate((value) => {
    const mail = Object.assign(document.createElement("textarea"), { id: "mail", value });
    document.body.append(mail);
    mail.focus();
  }, text);
  await tab.press("Control+a", "Control+c");
}

/** Pays on the payment page; the email may be prefilled. */
export async function pay(tab: EnginePage, email?: string): Promise<void> {
  await waitForPath(tab, "/demo/pay/");
  if (email) await tab.type("#email", email);
  const card = { card: "4242424242424242", expiry: "12/34", cvc: "123", name: "Anna" };
  for (const [id, text] of Object.entries(card)) await tab.type(`#${id}`, text);
  await press(tab, "Pay $");
}

/** Sends JSON from a window, which stores the cookies of the response. */
export async function post(tab: EnginePage, url: string, data: object = {}): Promise<void> {
  const call = async (to: string, body: string) => {
    const headers = { "Content-Type": "application/json" };
    return (await fetch(to, { method: "POST", headers, body })).ok;
  };
  expect(await tab.evaluate(call, url, JSON.stringify(data))).toBe(true);
}
