import type { Context } from "hono";
import { pathMatcher, readSearch, Redirect } from "../contract/pages.ts";
import type { BuiltClient } from "../http/built-client.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { hasData, type PageLoader } from "./loaders.ts";
import type { PageLoad } from "./page-load.ts";

/**
 * Returns a function that answers requests for the data of a page, which the browser opens without
 * loading a document. It returns undefined for other pages, and for requests of a document.
 */
export function pageDataAnswers(
  { served }: Pick<BuiltClient, "served">,
  load: PageLoader,
): (c: Context<AppEnv>, request: DataRequest) => Promise<Response | undefined> {
  const pages = served.filter(({ path, inPlace }) => inPlace && hasData(path));
  const findPage = pathMatcher(pages.map(({ path }) => path));
  return async (c, request) => {
    if (!isDataRequest(c)) return undefined;
    const { pathname, search } = new URL(c.req.url);
    const page = findPage(pathname);
    if (!page) return undefined;
    c.header("Cache-Control", "private, no-store");
    try {
      return c.json({ data: await load({ ...page, search: readSearch(search) }, request) });
    } catch (error) {
      if (error instanceof Redirect) return c.json({ location: error.href });
      throw error;
    }
  };
}

type DataRequest = Pick<PageLoad, "read" | "visit" | "report">;

/** Whether the browser requests a page's data instead of its document. */
export function isDataRequest({ req }: Context<AppEnv>): boolean {
  return req.header("Accept") === "application/json";
}
