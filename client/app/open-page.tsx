import type { ReactNode } from "react";
import type { PageSource } from "../../server/contract/page-source.ts";
import { FailurePage } from "../components/status-pages.tsx";
import { SiteFrame } from "../components/site-frame.tsx";
import { pageWords } from "../content/pages.ts";
import { PageNotFound, Redirect } from "../lib/page-errors.ts";
import type { Page, PageFacts } from "./page.ts";
import { findPage, type PageCode } from "./pages.ts";

/** URL, status and rendered content of the current page. */
export type ShownPage = {
  pathname: string;
  search: string;
  /** HTTP status; "opening" while the page's code or data is loading. */
  status: 200 | 404 | 500 | "opening";
  title: () => string;
  description?: (() => string) | undefined;
  body: ReactNode;
  facts: Partial<PageFacts>;
};

type Address = Pick<ShownPage, "pathname" | "search">;

type OpenPageDeps = {
  code: PageCode;
  source: PageSource;
  report: (error: unknown) => void;
};

/**
 * Opens the page at a URL. Resolves with the 404 page for unknown paths and the failure page on
 * errors; rejects only with Redirect.
 */
export async function openPage(
  deps: OpenPageDeps,
  { pathname, search }: Address,
): Promise<ShownPage> {
  const address = { pathname, search };
  const found = findPage(pathname);
  if (!found) return { ...address, ...(await notFoundPage()) };
  const { code, source, report } = deps;
  let page: Page | undefined;
  try {
    ({ page } = await code(found.path));
    const { facts, frame } = page;
    const parameters = [...new URLSearchParams(search)].filter(([, value]) => value !== "");
    const context = { search: Object.fromEntries(parameters), id: found.id, source, report };
    const { title: ownTitle, description, body } = await page.open(context);
    const title = () => ownTitle?.() ?? facts.title();
    const framed = <SiteFrame backHome={frame === "site-back-home"}>{body}</SiteFrame>;
    const shown = { ...address, status: 200, title, body: frame ? framed : body, facts } as const;
    return { ...shown, description: description ?? facts.description };
  } catch (error) {
    if (error instanceof Redirect) throw error;
    const { facts = {} } = page ?? {};
    if (error instanceof PageNotFound) return { ...address, ...(await notFoundPage()) };
    return { ...address, ...failedPage(error, page), facts };
  }
}

/** Loads the 404 page. Untracked, because the URL may be a mistyped path of an untracked page. */
async function notFoundPage() {
  const { NotFoundPage } = await import("../components/not-found-page.tsx");
  const facts: Partial<PageFacts> = { untracked: true };
  const title = () => pageWords.notFound.title;
  return { status: 404, title, body: <NotFoundPage />, facts } as const;
}

/** Returns the failure page for an error during loading or rendering. */
export function failedPage(error: unknown, page?: Pick<Page, "failed">) {
  const body = page?.failed?.(error) ?? <FailurePage error={error} />;
  return { status: 500, title: () => pageWords.failure.title, body } as const;
}
