import { Hono } from "hono";
import { html } from "hono/html";
import { page, type PageOptions } from "../page/layout.ts";
import type { Mailbox, MailPage, ReceivedMail } from "./mailbox.ts";

const BANNER = {
  title: "Demo mailbox",
  text: "Every mail of this shop lands here and goes nowhere else.",
};

// No scripts, and links open in a new tab. Same origin, so that the page can measure the mail's height.
const SANDBOX = "allow-same-origin allow-popups allow-popups-to-escape-sandbox";
const BODY_POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; sandbox ${SANDBOX}`;

/** Sets the frame's height to that of its mail, so that only the page scrolls. */
const FIT_SCRIPT = `
const frame = document.querySelector("iframe");
function fit() {
  const mail = frame.contentDocument?.documentElement;
  if (mail) frame.style.height = mail.offsetHeight + "px";
}
frame.addEventListener("load", fit);
addEventListener("resize", fit);
fit();
`;

/** Routes of the demo's mailbox, mounted under /demo. */
export function mailboxPages(mailbox: Mailbox): Hono {
  const app = new Hono();
  app.get("/mail", async (c) => {
    const before = c.req.query("before");
    return listPage(await mailbox.list(before), before !== undefined);
  });
  app.get("/mail/:id", async (c) => {
    const found = await mailbox.find(c.req.param("id"));
    return found ? mailPage(found) : missingPage();
  });
  app.get("/mail/:id/body", async (c) => {
    const found = await mailbox.find(c.req.param("id"));
    if (!found?.mail.html) return missingPage();
    c.header("Content-Security-Policy", BODY_POLICY);
    return c.html(found.mail.html.replace(/<head>/i, `<head><base target="_blank">`));
  });
  return app;
}

function mailboxPage(options: Omit<PageOptions, "banner">): Promise<Response> {
  return page({ ...options, title: `${options.title} · Papercub demo`, banner: BANNER });
}

function listPage({ mails, olderThan }: MailPage, isLaterPage: boolean): Promise<Response> {
  const rows = mails.map(
    ({ id, receivedAt, mail }) =>
      html`<li>
        <a href="/demo/mail/${id}">
          <strong>${subjectOf(mail)}</strong>
          <span class="muted"
            >To ${addressOf(mail.to?.[0])} · <time>${receivedAt.toUTCString()}</time></span
          >
        </a>
      </li>`,
  );
  const empty = html`<p class="note">
    No mail yet. Buy something with the test card 4242 4242 4242 4242 and look again.
  </p>`;
  const body = html`<main class="narrow">
    <p class="back"><a href="/">← Back to the shop</a></p>
    <h1>Mailbox</h1>
    ${
      mails.length > 0
        ? html`<ul class="mails">
            ${rows}
          </ul>`
        : empty
    }
    <p class="ways">
      ${isLaterPage && html`<a class="button quiet" href="/demo/mail">Newest mails</a>`}
      ${olderThan !== undefined && html`<a class="button quiet" href="/demo/mail?before=${olderThan}">Older mails</a>`}
    </p>
  </main>`;
  return mailboxPage({ title: "Mailbox", body });
}

function mailPage({ id, receivedAt, mail }: ReceivedMail): Promise<Response> {
  const title = subjectOf(mail);
  const body = html`<main class="narrow">
    <p class="back"><a href="/demo/mail">← All mails</a></p>
    <h1>${title}</h1>
    <dl class="facts">
      <dt>From</dt>
      <dd>${addressOf(mail.from)}</dd>
      <dt>To</dt>
      <dd>${addressOf(mail.to?.[0])}</dd>
      <dt>Received</dt>
      <dd>${receivedAt.toUTCString()}</dd>
    </dl>
    <iframe
      class="mail"
      src="/demo/mail/${id}/body"
      sandbox="${SANDBOX}"
      title="The mail as HTML"
    ></iframe>
    <details>
      <summary>The same mail as plain text</summary>
      <pre class="plain">${mail.text ?? ""}</pre>
    </details>
  </main>`;
  return mailboxPage({ title, body, script: FIT_SCRIPT });
}

function missingPage(): Promise<Response> {
  const body = html`<main class="message">
    <h1>There is no such mail</h1>
    <p><a class="button" href="/demo/mail">All mails</a></p>
  </main>`;
  return mailboxPage({ title: "No such mail", body, status: 404 });
}

function subjectOf({ subject }: ReceivedMail["mail"]): string {
  return subject ?? "(no subject)";
}

function addressOf(party: { address?: string; name?: string } | undefined): string {
  if (!party?.address) return "unknown";
  return party.name ? `${party.name} <${party.address}>` : party.address;
}
