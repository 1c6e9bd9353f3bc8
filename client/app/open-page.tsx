import type { ReactNode } from "react";
import {
  type PageAddress,
  PageNotFound,
  readSearch,
  Redirect,
} from "../../server/contract/pages.ts";
import { FailurePage } from "../components/status-pages.tsx";
import { SiteFrame } from "../components/site-frame.tsx";
import { pageWords } from "../content/pages.ts";
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
  /** Data of the page; while the next page is opening, that of the page before. */
  data?: unknown;
};

export type UrlParts = Pick<ShownPage, "pathname" | "search">;

export type OpenPageDeps = {
  code: PageCode;
  load: (page: Page, address: PageAddress) => Promise<unknown>;
  /** Leaves out the site frame. */
  isFrameless?: boolean;
};

/**
 * Opens the page at a URL. Resolves with the 404 page for unknown paths and the failure page on
 * errors; rejects only with Redirect.
 */
export async function openPage(
  { code, load, isFrameless = false }: OpenPageDeps,
  { pathname, search }: UrlParts,
): Promise<ShownPage> {
  const url = { pathname, search };
  const found = findPage(pathname);
  if (!found) return { ...url, ...(await notFoundPage()) };
  let page: Page | undefined;
  try {
    ({ page } = await code(found.path));
    const { facts, frame } = page;
    const address = { ...found, search: readSearch(search) };
    const data = await load(page, address);
    const { title: ownTitle, description, body } = page.open(data, address);
    const title = () => ownTitle?.() ?? facts.title();
    const framed = <SiteFrame backHome={frame === "site-back-home"}>{body}</SiteFrame>;
    const shown = {
      ...url,
      status: 200,
      title,
      body: frame && !isFrameless ? framed : body,
      facts,
      data,
    } as const;
    return { ...shown, description: description ?? facts.description };
  } catch (error) {
    if (error instanceof Redirect) throw error;
    const { facts = {} } = page ?? {};
    if (error instanceof PageNotFound) return { ...url, ...(await notFoundPage()) };
    return { ...url, ...failedPage(error, page), facts };
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
