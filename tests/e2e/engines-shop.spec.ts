// Journeys of visitors and buyers, in Chromium, Firefox and WebKit.
import { deviceFiles } from "./device-files.ts";
import {
  copy,
  DESKTOP,
  expect,
  fill,
  openLive,
  pay,
  press,
  test,
  waitFor,
  waitForPath,
  waitForText,
  waitUntilLive,
} from "./engine-shop.ts";
import { type EnginePage, openEngine } from "./engines.ts";
import { codeMailedTo, newBuyer, payAhead, type Requester } from "./shop.ts";

// One worker runs all journeys of an engine, in one browser.
test.describe.configure({ mode: "default" });

/** Longer than the service worker waits for a page before it responds with the app shell. */
const SLOW_MS = 2600;
const CODE_FIELD = "input[autocomplete=one-time-code]";
const FILE = "Month 1";

test("the landing page on a phone and a desktop", async ({ engine, shop }) => {
  for (const size of [{ width: 390, height: 844 }, DESKTOP]) {
    const tab = await engine.open(size);
    await openLive(tab, shop.url);
    expect(await tab.evaluate(() => innerWidth)).toBe(size.width);
    await waitFor(tab, () => document.fonts.status === "loaded");
    expect(await tab.evaluate(missingFonts)).toEqual([]);
    // Pictures are lazy-loaded.
    await waitFor(tab, () => {
      const pictures = [...document.images].filter((image) => image.checkVisibility());
      const missing = pictures.find((image) => image.naturalWidth === 0);
      missing?.scrollIntoView({ behavior: "instant" });
      return pictures.length > 10 && !missing;
    });
    const isTooWide = () => document.documentElement.scrollWidth > innerWidth;
    expect(await tab.evaluate(isTooWide)).toBe(false);
    await press(tab, "GET INSTANT ACCESS");
    const top = () =>
      Math.round(document.querySelector("#pricing")?.getBoundingClientRect().top ?? 0);
    await expect.poll(() => tab.evaluate(top)).toBe(65);
    if (size !== DESKTOP) await useSections(tab);
    await tab.close();
  }
});

/** Opens a question and moves the testimonials. */
async function useSections(tab: EnginePage): Promise<void> {
  await press(tab, "Do you send a printed book");
  await waitForText(tab, "there is no printed version");
  await press(tab, "Pause", "#testimonials button");
  await press(tab, "Testimonial 1 of");
  await press(tab, "Next testimonial");
  const current = () =>
    document.querySelector("#testimonials button[aria-current=true]")?.ariaLabel;
  await expect.poll(() => tab.evaluate(current)).toBe("Testimonial 2 of 10");
}

/** Font families used by the page that did not load. */
function missingFonts(): string[] {
  const loaded = [...document.fonts].filter(({ status }) => status === "loaded");
  const families = loaded.map(({ family }) => family.replaceAll('"', ""));
  const used = ["h1", "p"].map((selector) => {
    const element = document.querySelector(selector) ?? document.body;
    return getComputedStyle(element).fontFamily.split(",")[0]?.replaceAll('"', "") ?? "";
  });
  return used.filter((family) => !families.includes(family));
}

test("a buyer declines an offer, pays for the next and reopens the order", async ({
  shop,
  tab,
}) => {
  const buyer = newBuyer("olga");
  await openLive(tab, shop.url);
  await press(tab, "DOWNLOAD NOW");
  await pay(tab, buyer);
  await waitForPath(tab, "/upsell/");
  await press(tab, "No, thank you");
  await waitForPath(tab, "/downsell");
  await waitUntilLive(tab);
  await press(tab, "Yes, add it and go to payment");
  await pay(tab);
  await waitForPath(tab, "/checkout/success");
  await waitForText(tab, "Purchase Successful");
  await waitForText(tab, "$9.00 USD");
  expect(await shop.paidBy(buyer)).toEqual([3700, 900]);
  await openLive(tab, await tab.evaluate(() => location.href));
  await waitForText(tab, buyer);
  const readFile = async () => {
    const link = [...document.links].find(({ pathname }) => pathname.endsWith(".pdf"));
    return (await fetch(link?.href ?? "")).headers.get("content-type");
  };
  expect(await tab.evaluate(readFile)).toBe("application/pdf");
});

/** Buys a pack through the API. */
const buyer = async (requester: Requester) => {
  const email = newBuyer("olga");
  await payAhead(requester, { pack: "Premium Pack", email });
  return email;
};

async function requestCode(tab: EnginePage, email: string): Promise<void> {
  await waitForPath(tab, "/login");
  await waitUntilLive(tab);
  await fill(tab, { "Email address": email });
  await press(tab, "Send code");
  await waitFor(tab, (field) => document.querySelector(field)?.checkVisibility(), CODE_FIELD);
}

/** Waits for the account, and until the service worker controls it. */
async function waitForAccount(tab: EnginePage, email: string): Promise<void> {
  await waitForPath(tab, "/account");
  await waitForText(tab, `Welcome, ${email}`);
  await waitUntilLive(tab);
  await waitFor(tab, () => navigator.serviceWorker.controller !== null);
}

test("a file is saved, opened offline, and removed by a logout", async ({ shop, tab, request }) => {
  const account = `${shop.url}/account`;
  const email = await buyer({ request });

  await test.step("types a wrong code and pastes the right one", async () => {
    await tab.goto(account);
    await requestCode(tab, email);
    const code = await codeMailedTo({ request }, email);
    await tab.type(CODE_FIELD, code === "000000" ? "000001" : "000000");
    await waitForText(tab, "Invalid verification code.");
    await copy(tab, `Your code: ${code.slice(0, 3)} ${code.slice(3)}`);
    await press(tab, "Verification code", "input");
    await tab.press("Control+a", "Control+v");
    await waitForAccount(tab, email);
  });

  await test.step("chooses a paper size", async () => {
    // WebKit puts the legend of a flexbox on its border, above the choices.
    const tops = ["legend", "label"].map((part) => `main fieldset ${part}`);
    const places = (selectors: string[]) =>
      selectors.map((part) => document.querySelector(part)?.getBoundingClientRect().top);
    const [legend, choice] = await tab.evaluate(places, tops);
    expect(legend).toBe(choice);
    await press(tab, "A4", "label");
    await openLive(tab, account);
    const isA4 = () =>
      [...document.links].some(
        ({ href, textContent: text }) =>
          text.startsWith("Access Product") && href.endsWith("-A4.pdf"),
      );
    await waitFor(tab, isA4);
  });

  await test.step("saves a file", async () => {
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
      const isWhole = viewer.clientWidth === innerWidth && viewer.clientHeight > 0.9 * innerHeight;
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

test("a gift is opened, its owner changes the email and deletes the account", async ({
  shop,
  tab,
  request,
}) => {
  const [giver, former, email] = [newBuyer("greta"), newBuyer("lea"), newBuyer("lea")];
  await openLive(tab, `${shop.url}/products/premium-pack`);
  await press(tab, "Buy as a gift", "summary");
  await fill(tab, { "Email of the recipient": former });
  await press(tab, "Continue to payment");
  await pay(tab, giver);
  await waitForText(tab, "Your gift is on its way");

  await tab.goto(`${shop.url}/account`);
  await requestCode(tab, former);
  const known = await codeMailedTo({ request }, former);
  await fill(tab, { "Verification code": known });
  await waitForAccount(tab, former);
  await press(tab, `Save for offline: ${FILE}`);
  await waitFor(tab, savedFile, FILE);

  await press(tab, "Change email", "summary");
  await fill(tab, { "New email address": email });
  await press(tab, "Send codes");
  await waitForText(tab, `Code sent to ${email}`);
  const next = await codeMailedTo({ request }, email);
  const current = await codeMailedTo({ request }, former, known);
  await fill(tab, { [`Code sent to ${former}`]: current, [`Code sent to ${email}`]: next });
  await press(tab, "Change email", "button");
  await waitForText(tab, "Your email has changed");
  await waitForAccount(tab, email);
  await waitFor(tab, savedFile, FILE);

  await press(tab, "Delete my account");
  await press(tab, "End my access now", "label");
  await press(tab, "Email me a code");
  await fill(tab, { Code: await codeMailedTo({ request }, email, next) });
  await press(tab, "Delete my account now");
  await waitForText(tab, "Your access to all files has ended.");
  await expect.poll(() => deviceFiles(tab)).toMatchObject({ entries: [], rows: [0, 0, 0] });
});

/** The URL of a saved file in the account; undefined when it is not saved. */
function savedFile(title: string): string | undefined {
  const links = [...document.querySelectorAll("a")];
  const name = (link: Element) => link.getAttribute("aria-label") ?? link.textContent;
  return links.find((link) => name(link).startsWith(`Open: ${title}`))?.href;
}

test("a popup signs in, and a logout closes both windows", async ({ engine, shop, tab }) => {
  const email = newBuyer("paula");
  await openLive(tab, `${shop.url}/login?returnUrl=%2Faccount`);
  const popup = await engine.windowOf(() => press(tab, "Continue with Google"));
  await waitForPath(popup, "/demo/identity/authorize");
  await popup.type("#email", email);
  await popup.press("Enter");
  await waitForAccount(tab, email);
  const other = await engine.open(DESKTOP);
  await other.goto(`${shop.url}/account`);
  await waitForAccount(other, email);
  await press(tab, "Logout");
  for (const window of [tab, other]) await waitForPath(window, "/login");
  await other.close();
});

test("without scripts a visitor buys, signs in and out", async ({ engineName, shop, request }) => {
  const email = newBuyer("olga");
  const engine = await openEngine(engineName, { hasScript: false });
  const tab = await engine.open(DESKTOP);
  await tab.goto(shop.url);
  await press(tab, "DOWNLOAD NOW");
  await pay(tab, email);
  await waitForPath(tab, "/upsell/");
  await press(tab, "No, thank you");
  await waitForPath(tab, "/downsell");
  await press(tab, "No, continue");
  await waitForPath(tab, "/checkout/success");
  await waitForText(tab, "Purchase Successful");
  await tab.goto(`${shop.url}/account`);
  await fill(tab, { "Email address": email });
  await press(tab, "Send code");
  await waitForText(tab, "Enter the 6-digit code");
  await fill(tab, { "Verification code": await codeMailedTo({ request }, email) });
  await press(tab, "Sign in");
  await waitForText(tab, `Welcome, ${email}`);
  await press(tab, "Logout");
  await waitForPath(tab, "/login");
  await engine.close();
});
