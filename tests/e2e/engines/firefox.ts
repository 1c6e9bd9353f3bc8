import puppeteer from "puppeteer-core";
import type { EnginePage } from "./engine-page.ts";

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
