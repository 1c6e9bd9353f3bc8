import { html } from "hono/html";
import { page, type PageOptions } from "../../page/layout.ts";

const BANNER = {
  title: "Demo payment page",
  text: "No money moves. Never use a real card.",
};

/** A page of the payment provider. */
export function paymentPage(options: Omit<PageOptions, "banner">): Promise<Response> {
  return page({ ...options, banner: BANNER });
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
  return paymentPage({
    title: message.title,
    body,
    ...(message.status && { status: message.status }),
  });
}
