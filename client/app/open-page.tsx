import type { ReactNode } from "react";
import type { PageSource } from "../../server/contract/pages.ts";
import { FailurePage } from "../components/failure-page.tsx";
import { pageWords } from "../content/pages.ts";
import { PageNotFound, Redirect } from "../lib/page-errors.ts";
import { parseSearch } from "../lib/search.ts";
import type { Page, PageFacts } from "./page.ts";
import { findPage, type PageCode } from "./pages.ts";

/** An address, and what is shown there. */
export type ShownPage = {
  pathname: string;
  search: string;
  /** As HTTP would say it; "opening" while a page's code or data is on its way. */
  status: 200 | 404 | 500 | "opening";
  title: string;
  body: ReactNode;
  facts: Partial<PageFacts>;
};

type Address = Pick<ShownPage, "pathname" | "search">;

type Opening = {
  code: PageCode;
  source: PageSource;
  report: (error: unknown) => void;
};

/**
 * Opens the page at an address, whatever comes of it: no page and a failed one are pages too. Rejects
 * with Redirect where the visitor has to go to another address.
 */
export async function openPage(
  opening: Opening,
  { pathname, search }: Address,
): Promise<ShownPage> {
  const address = { pathname, search };
  const found = findPage(pathname);
  if (!found) return { ...address, ...(await notFoundPage()) };
  const { code, source, report } = opening;
  let page: Page | undefined;
  try {
    ({ page } = await code(found.path));
    const { facts } = page;
    const visit = { search: parseSearch(search), id: found.id, source, report };
    const { title, body } = await page.open(visit);
    return { ...address, status: 200, title: title ?? facts.title, body, facts };
  } catch (error) {
    if (error instanceof Redirect) throw error;
    const { facts = {} } = page ?? {};
    if (error instanceof PageNotFound) return { ...address, ...(await notFoundPage()) };
    return { ...address, ...failedPage(error, page), facts };
  }
}

/**
 * No vendor is let in there: the address may be a mistyped one of a page that lets none in. Its
 * drawing is code that few visitors need.
 */
async function notFoundPage() {
  const { NotFoundPage } = await import("../components/not-found-page.tsx");
  const facts: Partial<PageFacts> = { untracked: true };
  return { status: 404, title: pageWords.notFound.title, body: <NotFoundPage />, facts } as const;
}

/** What stands in the place of a page that failed, whether it was loaded or drawn. */
export function failedPage(error: unknown, page?: Pick<Page, "failed">) {
  const body = page?.failed?.(error) ?? <FailurePage error={error} />;
  return { status: 500, title: pageWords.failure.title, body } as const;
}
