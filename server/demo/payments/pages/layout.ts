import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { PAGE_CSS } from "./page-css.ts";

type Markup = ReturnType<typeof html>;
export type PageOptions = {
  title: string;
  body: Markup;
  /** Addresses a form of this page may lead to, besides this site. */
  leadsTo?: (string | null)[];
  status?: 200 | 400 | 404 | 410;
  /** What the page says of itself at its top. */
  banner?: { title: string; text: string };
};

const PAYMENT_BANNER = {
  title: "Demo payment page",
  text: "No money moves. Never use a real card.",
};

// One ready-made text: the hash covers every blank between the tags.
const STYLE = `<style>${PAGE_CSS}</style>`;
const CSS_HASH = createHash("sha256").update(PAGE_CSS).digest("base64");

/** A hosted page as an answer: own style, no script, nothing loaded from elsewhere. */
export async function page(options: PageOptions): Promise<Response> {
  const { banner = PAYMENT_BANNER } = options;
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <title>${options.title}</title>
        ${raw(STYLE)}
      </head>
      <body>
        <header class="banner">
          <strong>${banner.title}</strong>
          <span>${banner.text}</span>
        </header>
        ${options.body}
      </body>
    </html>`;
  return new Response(document.toString(), {
    status: options.status ?? 200,
    headers: {
      "Cache-Control": "no-store",
      "Content-Security-Policy": policy(options.leadsTo ?? []),
      "Content-Type": "text/html; charset=utf-8",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

/** A page that only says something, with at most one way on. */
export function messagePage(message: {
  title: string;
  text: string;
  link?: { href: string | null; label: string };
  status?: PageOptions["status"];
}): Promise<Response> {
  const href = message.link?.href;
  const body = html`<main class="message">
    <h1>${message.title}</h1>
    <p>${message.text}</p>
    ${href ? html`<p><a class="button" href="${href}">${message.link?.label ?? ""}</a></p>` : ""}
  </main>`;
  return page({ title: message.title, body, ...(message.status && { status: message.status }) });
}

// A browser checks `form-action` against the redirect that follows a form as well.
function policy(leadsTo: (string | null)[]): string {
  const origins = leadsTo.flatMap((address) => URL.parse(address ?? "")?.origin ?? []);
  return [
    "default-src 'none'",
    "img-src 'self'",
    `style-src 'sha256-${CSS_HASH}'`,
    ["form-action 'self'", ...new Set(origins)].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
