import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { FONT_PATHS } from "./fonts.ts";
import { PAGE_CSS } from "./page-css.ts";

type Markup = ReturnType<typeof html>;
export type PageOptions = {
  title: string;
  body: Markup;
  /** What the page says of itself at its top. */
  banner: { title: string; text: string };
  /** Addresses a form of this page may lead to, besides this site. */
  leadsTo?: (string | null)[];
  status?: 200 | 400 | 404 | 410 | 422;
  /** What a page does besides: it works without. */
  script?: string;
};

// One ready-made text: the hash covers every blank between the tags.
const STYLE = `<style>${PAGE_CSS}</style>`;
const CSS_SOURCE = sourceOf(PAGE_CSS);

/** A page of a stand-in as an answer: the shop's look, own style and script, nothing from elsewhere. */
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

// A browser checks `form-action` against the redirect that follows a form as well.
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
