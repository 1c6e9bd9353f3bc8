import type { ReactNode } from "react";
import type { PageAddress } from "../../server/contract/pages.ts";
import type { PageData } from "../../server/pages/loaders.ts";
import type { PagePath } from "./pages.ts";

/** Static metadata of a page. Texts are functions, because the owner may change them at any time. */
export type PageFacts = {
  /** Title without the brand, which is appended. */
  title: () => string;
  description?: () => string;
  /** Allows search engines to index the page. */
  indexable?: true;
  /** Same output for all visitors; prerendered. */
  shared?: true;
  /** Depends on the visitor: never cached. */
  personal?: true;
  /** Replaced by the closed page for visitors of a closed shop. */
  hiddenWhileClosed?: true;
  /** Excludes trackers and the consent banner, for example on sign-in pages. */
  untracked?: true;
  /** Hydrated after the first paint instead of when the browser is idle. */
  urgent?: true;
  /** Has a dark mode; its component is inside a `data-dark` element. */
  dark?: true;
  /** Language of a page whose texts are not in the language of the shop. */
  language?: string;
  /** Web app manifest; defaults to the store's. */
  manifest?: string;
  /** Marks the app shell, which renders the page of the current URL in the browser. */
  shell?: true;
  /** Path prefix handled by the page's own router. */
  routesBelow?: string;
  /** Pages reached without a document load; their code is prefetched in case of an outage. */
  leadsTo?: PagePath[];
};

/** Parameters of the page's URL. */
export type PageParameters = Pick<PageAddress, "id" | "search">;

/** Loads the data of a page in the browser, for pages opened without loading a document. */
export type OpenInPlace<Data> = (
  /** Asks the server for the data. Rejects with `ApiError` or `Redirect`. */
  ask: () => Promise<Data>,
  /** `before`: data of the page that was shown before. */
  context: PageParameters & { before: unknown },
) => Promise<Data>;

export type Page = {
  facts: PageFacts;
  /** Site frame, with or without "Back to Home"; omitted if the page has its own layout. */
  frame?: "site" | "site-back-home";
  /** Shown while the data is loading; defaults to LoadingPage. */
  loading?: () => ReactNode;
  /** Shown when loading failed; defaults to FailurePage. */
  failed?: (error: unknown) => ReactNode;
  /** Undefined for a page that only the server can open. */
  inPlace?: OpenInPlace<unknown>;
  /** Renders the page; `title` and `description` override the static ones. */
  open: (data: unknown, parameters: PageParameters) => OpenedPage;
};

type OpenedPage = {
  title?: () => string | undefined;
  description?: (() => string) | undefined;
  body: ReactNode;
};

type PageDefinition<Data> = Omit<Page, "open" | "inPlace"> & {
  inPlace?: OpenInPlace<Data>;
  show: (data: Data, parameters: PageParameters) => ReactNode;
  titleOf?: (data: Data) => string | undefined;
  descriptionOf?: (data: Data) => string;
};

/** Defines the page at a path, which shows the data of its loader in `server/pages/`. */
export function definePage<Path extends keyof PageData>(
  definition: PageDefinition<PageData[Path]>,
): Page {
  const { show, inPlace, titleOf, descriptionOf, ...page } = definition;
  return {
    ...page,
    ...(inPlace && { inPlace: inPlace as OpenInPlace<unknown> }),
    open(data, parameters) {
      const loaded = data as PageData[Path];
      return {
        title: () => titleOf?.(loaded),
        description: descriptionOf && (() => descriptionOf(loaded)),
        body: show(loaded, parameters),
      };
    },
  };
}

type PlainDefinition = Omit<Page, "open" | "inPlace"> & {
  show: (parameters: PageParameters) => ReactNode;
};

/** Defines a page without data. */
export function definePlainPage({ show, ...page }: PlainDefinition): Page {
  const open: Page["open"] = (_data, parameters) => ({ body: show(parameters) });
  return { ...page, inPlace: async () => undefined, open };
}
