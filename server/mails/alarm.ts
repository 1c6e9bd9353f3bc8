import { randomUUID } from "node:crypto";
import type { Deps } from "../deps.ts";
import type { MailSubjects } from "../domain/queue-mail.ts";
import { within } from "../process/with-timeout.ts";
import { defineMail, mailFrame } from "./define-mail.ts";
import type { MailFrame } from "./layout.tsx";

const SEND_MS = 30_000;

export type AlarmMail = MailFrame & MailSubjects["alarm"];

/** Notifies the owner that a check has failed; once per outage. */
export const alarm = defineMail("alarm", {
  gather: (deps, { title, text, todo, at }): AlarmMail => ({
    title,
    text,
    todo,
    at,
    ...mailFrame(deps),
  }),
  say: ({ title, text, todo, at, brand, siteUrl }) => ({
    subject: `${brand} needs your attention: ${title}`,
    preview: text,
    title: `${title}: something is wrong`,
    blocks: [
      text,
      `What to do: ${todo}`,
      { button: "Open the health page", url: `${siteUrl}/admin/health` },
      { small: `Seen on ${timeOf(at)}. The page says how it is now.` },
    ],
    foot: "You get one mail per outage. When it is over, the health page turns green and no mail follows.",
  }),
});

/** Sends an alarm without the queue, when the database is not writable. Rejects when sending fails. */
export async function sendAlarm(deps: Deps, about: MailSubjects["alarm"]): Promise<void> {
  const { support } = deps.config.mail;
  const content = await alarm.render({ ...about, ...mailFrame(deps) });
  const mail = {
    to: support,
    replyTo: support,
    messageId: `<${randomUUID()}@papercub>`,
    ...content,
  };
  await within(
    SEND_MS,
    () => deps.mailer.send(mail),
    () => new Error("The mail server was too slow."),
  );
}

function timeOf(iso: string): string {
  return `${new Date(iso).toLocaleString("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })} UTC`;
}
