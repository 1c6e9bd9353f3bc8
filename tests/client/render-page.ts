import { expect, vi } from "vitest";
import { render } from "../../client/app/entry-server.tsx";
import type { Site } from "../../server/contract/site.ts";
import { assets, type GivenData, loadFrom, site, wordsOf } from "./fixtures.ts";

/** Renders the page at a URL with the data of its path; `words` is its visible text. */
export async function renderPage(url: string, data: GivenData = {}, changes: Partial<Site> = {}) {
  const report = vi.fn();
  const shop = { site: { ...site, ...changes }, load: loadFrom(data), assets, report };
  const page = await render({ url, ...shop });
  const title = /<title>(.*?) \| /.exec(page.html)?.[1];
  return { ...page, words: wordsOf(page.html), title, report };
}

/** Expects each `shown` text in a page and no `hidden` text. */
export function expectWords(page: string, shown: string[], hidden: string[] = []): void {
  for (const text of shown) expect(page).toContain(text);
  for (const text of hidden) expect(page).not.toContain(text);
}
