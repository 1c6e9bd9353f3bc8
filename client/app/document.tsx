import { directionOf } from "../../server/contract/language.ts";
import type { Assets } from "../../server/contract/pages.ts";
import { markPathOf, type Site } from "../../server/contract/site.ts";
import type { SharePicture } from "../lib/share-picture.ts";
import { PAGE_DATA_ID } from "./page-data.ts";
import { UNTRACKED } from "../lib/page-context.ts";

type PageMeta = {
  title: string;
  description: string;
  language: string;
  /** Undefined on the 404 page, which is one document for all URLs. */
  canonical: string | undefined;
  /** Picture of link previews. */
  picture: SharePicture | null;
  indexable: boolean;
  tracked: boolean;
  urgent: boolean;
  dark: boolean;
  manifest: string | undefined;
  /** Whether this is the app shell, which renders the page of the current URL in the browser. */
  shell: boolean;
};

type DocumentProps = {
  page: PageMeta;
  site: Site;
  assets: Assets;
  /** HTML of the rendered page. */
  app: string;
  /** JSON-LD for search engines, escaped for a script element. */
  structuredData: string | undefined;
  /** JSON of the page's data, escaped for a script element. */
  data: string;
};

const THEME_COLOR = "#FFFAF1";
const DARK_THEME_COLOR = "#161B27";

/** The HTML document of a page. It has no inline scripts except JSON, as `script-src 'self'` requires. */
export function Document({ page, site, assets, app, data, structuredData }: DocumentProps) {
  const { picture } = page;
  return (
    <html lang={page.language} dir={directionOf(page.language) === "rtl" ? "rtl" : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{page.title}</title>
        <meta name="description" content={page.description} />
        {!page.indexable && <meta name="robots" content="noindex" />}
        {page.canonical && <link rel="canonical" href={page.canonical} />}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} precedence="page" />
        ))}
        {assets.preloads.map(({ href, as, type }) => (
          <link key={href} rel="preload" href={href} as={as} type={type} crossOrigin="anonymous" />
        ))}
        {assets.scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
        {site.logo ? (
          <link rel="icon" href={site.logo} />
        ) : (
          <>
            {!site.neutral && <link rel="icon" href="/pictures/icon-32.png" sizes="32x32" />}
            <link rel="icon" href={markPathOf(site)} type="image/svg+xml" />
          </>
        )}
        {(site.logo ?? !site.neutral) && (
          <link rel="apple-touch-icon" href={site.logo ?? "/pictures/apple-touch-icon.png"} />
        )}
        {page.manifest && <link rel="manifest" href={page.manifest} />}
        {page.dark && (
          <meta
            name="theme-color"
            content={DARK_THEME_COLOR}
            media="(prefers-color-scheme: dark)"
          />
        )}
        <meta name="theme-color" content={THEME_COLOR} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={site.brand} />
        <meta property="og:title" content={page.title} />
        <meta property="og:description" content={page.description} />
        {page.canonical && <meta property="og:url" content={page.canonical} />}
        {picture && (
          <>
            <meta property="og:image" content={site.publicUrl + picture.path} />
            <meta property="og:image:alt" content={picture.alt} />
            <meta name="twitter:image" content={site.publicUrl + picture.path} />
          </>
        )}
        {picture?.size && (
          <>
            <meta property="og:image:width" content={String(picture.size.width)} />
            <meta property="og:image:height" content={String(picture.size.height)} />
          </>
        )}
        <meta name="twitter:card" content={picture?.size ? "summary_large_image" : "summary"} />
        <meta name="twitter:title" content={page.title} />
        <meta name="twitter:description" content={page.description} />
        {structuredData && (
          <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structuredData }} />
        )}
      </head>
      <body>
        <div
          id="root"
          data-urgent={page.urgent ? "" : undefined}
          data-shell={page.shell ? "" : undefined}
          {...{ [`data-${UNTRACKED}`]: page.tracked ? undefined : "" }}
          dangerouslySetInnerHTML={{ __html: app }}
        />
        <script
          type="application/json"
          id={PAGE_DATA_ID}
          dangerouslySetInnerHTML={{ __html: data }}
        />
      </body>
    </html>
  );
}
