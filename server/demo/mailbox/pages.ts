import { Hono } from "hono";
import { html } from "hono/html";
import type { Mailbox, ReceivedMail } from "./mailbox.ts";
import { styles } from "./styles.ts";

const PAGE_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'";
// The mail as its reader's program shows it: no script, and links open in a tab of their own.
const BODY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox";

/** The pages of the demo's mailbox, to be mounted under /demo. */
export function mailboxPages(mailbox: Mailbox): Hono {
  const app = new Hono();
  app.get("/mail", async (c) => {
    c.header("Content-Security-Policy", PAGE_POLICY);
    return c.html(listPage(await mailbox.list()));
  });
  app.get("/mail/:id", async (c) => {
    const found = await mailbox.find(c.req.param("id"));
    c.header("Content-Security-Policy", PAGE_POLICY);
    return found ? c.html(mailPage(found)) : c.html(missingPage(), 404);
  });
  app.get("/mail/:id/body", async (c) => {
    const found = await mailbox.find(c.req.param("id"));
    c.header("Content-Security-Policy", BODY_POLICY);
    if (!found?.mail.html) return c.html(missingPage(), 404);
    return c.html(found.mail.html.replace(/<head>/i, `<head><base target="_blank">`));
  });
  return app;
}

function layout(title: string, content: unknown) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <title>${title}</title>
        <style>
          ${styles}
        </style>
      </head>
      <body>
        <p class="banner">
          Demo mailbox: every mail of this shop lands here and goes nowhere else.
        </p>
        <main>${content}</main>
      </body>
    </html>`;
}

function listPage(mails: ReceivedMail[]) {
  const rows = mails.map(
    ({ id, receivedAt, mail }) =>
      html`<li>
        <a href="/demo/mail/${id}">
          <strong>${mail.subject ?? "(no subject)"}</strong>
          <span>To ${addressOf(mail.to?.[0])} · <time>${receivedAt.toUTCString()}</time></span>
        </a>
      </li>`,
  );
  const empty = html`<p class="empty">
    No mail yet. Buy something with the test card 4242 4242 4242 4242 and look again.
  </p>`;
  return layout(
    "Mailbox · Papercub demo",
    html`<h1>Mailbox</h1>
      ${
        mails.length > 0
          ? html`<ul>
              ${rows}
            </ul>`
          : empty
      }
      <p><a href="/">Back to the shop</a></p>`,
  );
}

function mailPage({ id, receivedAt, mail }: ReceivedMail) {
  const subject = mail.subject ?? "(no subject)";
  return layout(
    `${subject} · Papercub demo`,
    html`<p><a href="/demo/mail">All mails</a></p>
      <h1>${subject}</h1>
      <dl>
        <dt>From</dt>
        <dd>${addressOf(mail.from)}</dd>
        <dt>To</dt>
        <dd>${addressOf(mail.to?.[0])}</dd>
        <dt>Received</dt>
        <dd>${receivedAt.toUTCString()}</dd>
      </dl>
      <iframe src="/demo/mail/${id}/body" title="The mail as HTML"></iframe>
      <details>
        <summary>The same mail as plain text</summary>
        <pre>${mail.text ?? ""}</pre>
      </details>`,
  );
}

function missingPage() {
  return layout(
    "No such mail · Papercub demo",
    html`<h1>There is no such mail</h1>
      <p><a href="/demo/mail">All mails</a></p>`,
  );
}

function addressOf(party: { address?: string; name?: string } | undefined): string {
  if (!party?.address) return "unknown";
  return party.name ? `${party.name} <${party.address}>` : party.address;
}
