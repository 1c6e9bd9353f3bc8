// Tests a buyer's journey in WebKit and in Firefox. The other end-to-end tests run in Chromium.
import { connect, createServer, type Socket } from "node:net";
import { expect, test as base } from "playwright/test";
import { freePort } from "../support/store-process.ts";
import { deviceFiles } from "./device-files.ts";
import { type EnginePage, openFirefox, openWebKit } from "./engines.ts";
import { codeMailedTo, newBuyer } from "./shop.ts";
import { openStore } from "./store.ts";

const WAIT_MS = 30_000;
/** Longer than the service worker waits for a page before it responds with the app shell. */
const SLOW_MS = 2600;
const CODE_FIELD = "input[autocomplete=one-time-code]";
const FILE = "Month 1";

for (const { engine, openPage } of [
  { engine: "WebKit", openPage: openWebKit },
  { engine: "Firefox", openPage: openFirefox },
]) {
  const test = base.extend<{ shop: Awaited<ReturnType<typeof openSlowShop>>; tab: EnginePage }>({
    // oxlint-disable-next-line no-empty-pattern
    shop: async ({}, use) => {
      const shop = await openSlowShop();
      await use(shop);
      await shop.close();
    },
    baseURL: async ({ shop }, use) => use(shop.url),
    // oxlint-disable-next-line no-empty-pattern
    tab: async ({}, use) => {
      const tab = await openPage();
      await use(tab);
      await tab.close();
    },
  });

  test(`a parent buys, signs in, saves a file, reads it offline and logs out in ${engine}`, async ({
    shop,
    tab,
    request,
  }) => {
    const buyer = newBuyer(engine.toLowerCase());
    const account = `${shop.url}/account`;

    await test.step("buys and declines both offers", async () => {
      await tab.goto(shop.url);
      await waitUntilLive(tab);
      await press(tab, "DOWNLOAD NOW");
      await waitForPath(tab, "/demo/pay/");
      const card = { email: buyer, card: "4242424242424242", expiry: "12/34", cvc: "123" };
      for (const [id, text] of Object.entries({ ...card, name: "Anna" })) {
        await tab.type(`#${id}`, text);
      }
      await press(tab, "Pay $");
      await waitForPath(tab, "/upsell/");
      await waitUntilLive(tab);
      await press(tab, "No, thank you");
      await waitForPath(tab, "/downsell");
      await waitUntilLive(tab);
      await press(tab, "No, continue");
      await waitForPath(tab, "/checkout/success");
      await waitForText(tab, "Purchase Successful");
    });

    await test.step("signs in by a pasted code", async () => {
      await tab.goto(account);
      await waitForPath(tab, "/login");
      await waitUntilLive(tab);
      await tab.type("input[type=email]", buyer);
      await press(tab, "Send code");
      await waitFor(tab, (field) => document.querySelector(field)?.checkVisibility(), CODE_FIELD);
      const code = await codeMailedTo({ request }, buyer);
      await copy(tab, `Your code: ${code.slice(0, 3)} ${code.slice(3)}`);
      await tab.shortcut(CODE_FIELD, "v");
      await waitForPath(tab, "/account");
      await waitUntilLive(tab);
    });

    await test.step("saves a file", async () => {
      await waitFor(tab, () => navigator.serviceWorker.controller !== null);
      await press(tab, `Save for offline: ${FILE}`);
      await waitFor(tab, savedFile, FILE);
    });

    await test.step("opens the account and the file while the store is down", async () => {
      shop.cut();
      await tab.goto(account);
      await waitForText(tab, "You're offline.");
      await waitFor(tab, savedFile, FILE);
      const file = await tab.evaluate(savedFile, FILE);
      await tab.goto(file ?? "");
      // WebKit shows a PDF in an iframe, which must fill the window.
      await waitFor(tab, () => {
        const viewer = document.querySelector("iframe") ?? document.documentElement;
        const isWhole =
          viewer.clientWidth === innerWidth && viewer.clientHeight > 0.9 * innerHeight;
        return document.contentType === "application/pdf" && isWhole;
      });
      await shop.reconnect();
    });

    await test.step("opens the account over a slow connection", async () => {
      shop.slowDown("/account", SLOW_MS);
      await tab.goto(account);
      await waitFor(tab, () => document.querySelector("#root[data-shell]") !== null);
      await waitForText(tab, "Purchase History");
    });

    await test.step("logs out, which empties the device", async () => {
      await press(tab, "Logout");
      await waitForPath(tab, "/login");
      // Meanwhile the service worker may open the cache, which recreates it without entries.
      await expect.poll(() => deviceFiles(tab)).toMatchObject({ entries: [], rows: [0, 0, 0] });
    });
  });
}

/** Starts a store behind a connection that can be cut or delayed for one path. */
async function openSlowShop() {
  const [port, storePort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const sockets = new Set<Socket>();
  let slow: { request: string; delayMs: number } | undefined;

  const server = createServer((near) => {
    const far = connect(storePort, "127.0.0.1");
    far.pipe(near);
    near.on("data", (chunk: Buffer) => {
      // Browsers do not pipeline requests, so a chunk contains at most one.
      const isSlow = slow && chunk.toString("latin1").startsWith(slow.request);
      if (slow && isSlow) setTimeout(() => far.write(chunk), slow.delayMs);
      else far.write(chunk);
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
    url,
    /** Closes every connection and refuses new ones until `reconnect` is called. */
    cut,
    reconnect,
    /** Delays every later request for this path. */
    slowDown(path: string, delayMs: number): void {
      slow = { request: `GET ${path} `, delayMs };
    },
    async close(): Promise<void> {
      cut();
      await store.close();
    },
  };
}

/** Waits until `run` returns a truthy value in the page. Errors, as during unload, are ignored. */
async function waitFor<Args extends unknown[]>(
  tab: EnginePage,
  run: (...args: Args) => unknown,
  ...args: Args
): Promise<void> {
  const ask = () => tab.evaluate(run, ...args).catch(() => undefined);
  const message = `${run} with ${JSON.stringify(args)}`;
  await expect.poll(ask, { message, timeout: WAIT_MS }).toBeTruthy();
}

const waitForPath = (tab: EnginePage, path: string) =>
  waitFor(tab, (start) => location.pathname.startsWith(start), path);

const waitForText = (tab: EnginePage, text: string) =>
  waitFor(tab, (part) => document.body.innerText.includes(part), text);

const waitUntilLive = (tab: EnginePage) =>
  waitFor(tab, () => document.documentElement.hasAttribute("data-live"));

/** Clicks the first visible button or link whose name starts with this text. */
async function press(tab: EnginePage, name: string): Promise<void> {
  await waitFor(
    tab,
    (start) => {
      document.querySelector("[data-aim]")?.removeAttribute("data-aim");
      const found = [...document.querySelectorAll("button, a")].find((element) => {
        const label = element.getAttribute("aria-label") ?? element.textContent;
        return label.trim().startsWith(start) && element.getBoundingClientRect().width > 1;
      });
      found?.setAttribute("data-aim", "");
      found?.scrollIntoView({ block: "center", behavior: "instant" });
      return found !== undefined;
    },
    name,
  );
  // A click on a moving element fails without side effects, so it can be retried.
  await expect(() => tab.click("[data-aim]")).toPass({ timeout: WAIT_MS });
}

/** Copies a text from a field, as if from a mail in another window. */
async function copy(tab: EnginePage, text: string): Promise<void> {
  await tab.evaluate(() => {
    document.body.append(Object.assign(document.createElement("textarea"), { id: "mail" }));
  });
  await tab.type("#mail", text);
  await tab.shortcut("#mail", "a");
  await tab.shortcut("#mail", "c");
}

/** The URL of a saved file in the account; undefined when it is not saved. */
function savedFile(title: string): string | undefined {
  const links = [...document.querySelectorAll("a")];
  const name = (link: Element) => link.getAttribute("aria-label") ?? link.textContent;
  return links.find((link) => name(link).startsWith(`Open: ${title}`))?.href;
}
