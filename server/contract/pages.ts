import type { Site } from "./site.ts";

export type Assets = {
  scripts: string[];
  styles: string[];
  preloads: { href: string; as: string; type: string }[];
};

/** A page and the parameters of its URL. */
export type PageAddress = {
  /** Route of the page, as in `ServedPage`. */
  path: string;
  /** Path parameter `:id`. */
  id?: string | undefined;
  /** Query parameters without empty values; the last one wins when repeated. */
  search: Partial<Record<string, string>>;
};

export type PageRequest = {
  url: string;
  site: Site;
  /** Loads the data of a page; undefined for a page without data. */
  load: (page: PageAddress) => Promise<unknown>;
  assets: Assets;
  /** Receives errors that the page hides from the visitor. */
  report?: (error: unknown) => void;
  /** Yields to other requests; awaited before each CPU-bound step. */
  turn?: () => Promise<void>;
  /** Renders only the content of the page, as a file to save: with its styles, without the site frame. */
  isFile?: boolean;
  /** Skips rendering a 404 page, because the caller has it cached; `html` is then empty. */
  skipNotFound?: boolean;
};

/** Rendered page. `location` redirects: 308 to the canonical path, 302 depending on the visitor. */
export type RenderedPage = {
  status: number;
  html: string;
  indexable: boolean;
  personal: boolean;
  tracked: boolean;
  location?: string;
};

/** Route of a page; `path` may contain `:id` or `*`. */
export type ServedPage = {
  path: string;
  indexable: boolean;
  shared: boolean;
  /** Whether visitors of a closed shop get the closed page instead. */
  hiddenWhileClosed?: boolean;
  /** Whether the browser opens the page without loading a document, so its data is sent as JSON. */
  inPlace?: boolean;
};

/** JSON answer to a request for a page's data; `location` redirects. */
export type PageDataAnswer = { data?: unknown } | { location: string };

/** Thrown while loading a page, to redirect the visitor; 308 if the new address is the page's own. */
export class Redirect extends Error {
  override readonly name = "Redirect";

  constructor(
    readonly href: string,
    readonly status: 302 | 308 = 302,
  ) {
    super(`Redirected to ${href}`);
  }
}

/** Thrown while loading a page, to show the 404 page. */
export class PageNotFound extends Error {
  override readonly name = "PageNotFound";
}

/** Returns a function that finds the route of a path; undefined for unknown paths. */
export function pathMatcher<Path extends string>(paths: readonly Path[]) {
  const patterns = paths.map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(":id", "(?<id>[^/]+)").replace("*", ".*")}$`, "i"),
  }));
  return (pathname: string): { path: Path; id: string | undefined } | undefined => {
    for (const { path, pattern } of patterns) {
      const match = pattern.exec(pathname);
      if (match) return { path, id: match.groups?.["id"] };
    }
    return undefined;
  };
}

/** Parses a query string into the parameters of a page. */
export function readSearch(search: string): PageAddress["search"] {
  const parameters = [...new URLSearchParams(search)].filter(([, value]) => value !== "");
  return Object.fromEntries(parameters);
}
