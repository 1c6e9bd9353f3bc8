import { randomUUID } from "node:crypto";
import { formatMoment } from "../contract/format.ts";
import type { Deps } from "../deps.ts";
import type { MailSubjects } from "../domain/mails/queue-mail.ts";
import { within } from "../process/promises.ts";
import { defineMail, mailFrame, alarmFrame } from "./define-mail.ts";

const SEND_MS = 30_000;

/** Notifies the owner that a check has failed; once per outage. */
export const alarm = defineMail("alarm", {
  toOwner: true,
  gather: (deps, { title, text, todo, at }) => ({ title, text, todo, at, ...mailFrame(deps) }),
  compose: ({ title, text, todo, at, brand, siteUrl, timeZone }) => ({
    subject: `${brand} needs your attention: ${title}`,
    preview: text,
    title: `Problem: ${title}`,
    blocks: [
      text,
      `What to do: ${todo}`,
      { button: "Open the health page", url: `${siteUrl}/admin/health` },
      {
        small: `First seen: ${formatMoment(new Date(at), timeZone)}. The health page shows the current state.`,
      },
    ],
    foot: "You get one mail per outage. When it is over, the health page turns green; you get no second mail.",
  }),
});

/** Sends an alarm without the queue, when the database is not writable. Rejects when sending fails. */
export async function sendAlarm(deps: Deps, about: MailSubjects["alarm"]): Promise<void> {
  const frame = alarmFrame(deps);
  const { supportEmail: to, brand: senderName } = frame;
  const content = await alarm.render({ ...about, ...frame });
  const messageId = `<${randomUUID()}@shop>`;
  await within(
    SEND_MS,
    () => deps.mailer.send({ to, replyTo: to, senderName, messageId, ...content }),
    () => new Error("The mail server was too slow."),
  );
}

/** Notifies the support address of suspected spam, once a day and without the texts. */
export const contactSuspects = defineMail("contact_suspects", {
  toOwner: true,
  gather: (deps, { day }) => ({ day, ...mailFrame(deps) }),
  compose: ({ day }) => ({
    subject: `Contact form: messages held back on ${day}`,
    preview: "They look as if a program sent them.",
    title: "Messages were held back",
    blocks: [
      `On ${day} the contact form received messages that look as if a program sent them. Their senders got no thank-you mail.`,
      "Nothing is lost: you can find them in the table “Contact submissions”, with the status “suspect”. Please look through them; one may be from a person.",
    ],
    foot: "This notice is sent once a day at most.",
  }),
});

export const testMail = defineMail("test", {
  toOwner: true,
  gather: mailFrame,
  compose: ({ brand, siteUrl }) => ({
    subject: `${brand}: a test mail`,
    preview: "It arrived, so the shop can send mail.",
    title: "It arrived",
    blocks: [
      "You asked for this mail on the health page. It was sent like all mails of the shop.",
      "If it landed in your inbox and not in spam, buyers will find theirs, too.",
      { button: "Back to the health page", url: `${siteUrl}/admin/health` },
    ],
  }),
});
