import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { FONT_PATHS } from "./fonts.ts";
import { PAGE_CSS } from "./page-css.ts";

type Markup = ReturnType<typeof html>;
export type PageOptions = {
  title: string;
  body: Markup;
  /** Banner at the top that explains the page. */
  banner: { title: string; text: string };
  /** URLs on other origins to which a form of this page may redirect (CSP `form-action`). */
  leadsTo?: (string | null)[];
  status?: 200 | 400 | 404 | 410 | 422;
  script?: string;
};

// One constant text, because the CSP hash covers every character.
const STYLE = `<style>${PAGE_CSS}</style>`;
const CSS_SOURCE = sourceOf(PAGE_CSS);

/** Renders a demo page in the shop's design. Its CSP blocks other origins. */
export async function page(options: PageOptions): Promise<Response> {
  const { title, body, banner, script } = options;
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="preload" href="${FONT_PATHS.figtree}" as="font" type="font/woff2" crossorigin />
        <link rel="preload" href="${FONT_PATHS.fredoka}" as="font" type="font/woff2" crossorigin />
        <title>${title}</title>
        ${raw(STYLE)}
      </head>
      <body>
        <header class="banner">
          <strong>${banner.title}</strong>
          <span>${banner.text}</span>
        </header>
        ${body} ${script === undefined ? "" : raw(`<script>${script}</script>`)}
      </body>
    </html>`;
  return new Response(document.toString(), {
    status: options.status ?? 200,
    headers: {
      "Cache-Control": "no-store",
      "Content-Security-Policy": policy(options),
      "Content-Type": "text/html; charset=utf-8",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

// Browsers also apply `form-action` to the redirect after a form submission.
function policy({ leadsTo = [], script }: PageOptions): string {
  const origins = leadsTo.flatMap((address) => URL.parse(address ?? "")?.origin ?? []);
  return [
    "default-src 'none'",
    "font-src 'self'",
    "frame-src 'self'",
    "img-src 'self'",
    `style-src ${CSS_SOURCE}`,
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`]),
    ["form-action 'self'", ...new Set(origins)].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function sourceOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
