import type { PageSource } from "./page-source.ts";
import type { Site } from "./site.ts";

export type Assets = {
  scripts: string[];
  styles: string[];
  preloads: { href: string; as: string; type: string }[];
};

export type PageRequest = {
  url: string;
  site: Site;
  source: PageSource;
  assets: Assets;
  /** Receives errors that the page hides from the visitor. */
  report?: (error: unknown) => void;
  /** Yields to other requests; awaited before each CPU-bound step. */
  turn?: () => Promise<void>;
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
};
