import type { MailKind } from "../../db/enums.ts";
import { ENGLISH } from "../contract/language.ts";
import type { Site } from "../contract/site.ts";
import { setTexts } from "../contract/words.ts";
import type { Deps } from "../deps.ts";
import { readCached, textOverrides } from "../domain/public-reads.ts";
import { readSite, siteWithoutDatabase } from "../domain/settings.ts";
import { type MailSubjects, subjectOf } from "../domain/mails/queue-mail.ts";
import { composeMail, type MailFrame, type MailWords, type RenderedMail } from "./layout.tsx";
import type { Email } from "./queue.ts";

export type MailDefinition = {
  /** Contains a credential, so its subject and the server's replies are not stored unchanged. */
  isSecret: boolean;
  /** Renders the mail with current data; undefined when it must no longer be sent. */
  write: (deps: Deps, email: Email) => Promise<RenderedMail | undefined>;
};

type MailParts<Kind extends MailKind, Content extends MailFrame> = {
  isSecret?: boolean;
  /** Sent to the owner or an administrator, in English. */
  toOwner?: boolean;
  /** Reads the current data of the mail; undefined when its recipient must no longer get it. */
  gather: (deps: Deps, about: MailSubjects[Kind] & Pick<Email, "recipient">) => Content | undefined;
  compose: (content: Content) => MailWords;
};

/** Defines a kind of mail: `gather` reads its data, `compose` returns its texts. */
export function defineMail<Kind extends MailKind, Content extends MailFrame>(
  kind: Kind,
  { isSecret = false, toOwner = false, gather, compose }: MailParts<Kind, Content>,
) {
  /** Reads all texts synchronously, so that no other mail can change them meanwhile. */
  const render = (content: Content) => {
    const frame = toOwner ? { ...content, language: ENGLISH } : content;
    setTexts(frame);
    return composeMail(compose(content), frame);
  };
  return {
    isSecret,
    gather,
    render,
    async write(deps: Deps, email: Email) {
      const content = gather(deps, { ...subjectOf(kind, email), recipient: email.recipient });
      return content && render(content);
    },
  };
}

export function mailFrame(deps: Pick<Deps, "db" | "config">): MailFrame {
  return frameOf(readSite(deps), readCached(deps.db, textOverrides));
}

/** Frame of an alarm mail, with defaults if the database is unreadable. */
export function alarmFrame(deps: Pick<Deps, "db" | "config">): MailFrame {
  try {
    return mailFrame(deps);
  } catch {
    return frameOf(siteWithoutDatabase(deps.config), {});
  }
}

function frameOf(site: Site, texts: Site["texts"]): MailFrame {
  const { brand, language, logo, neutral, supportEmail, phone, hours, seller, timeZone, tax } =
    site;
  const shop = { brand, logo, neutral, supportEmail, phone, hours, seller, timeZone, tax, texts };
  return { ...shop, siteUrl: site.publicUrl, ...(language && { language }) };
}

/** Frame of mails about an order, with a notice if no real money is involved. */
export function orderFrame(deps: Pick<Deps, "db" | "config">, { number }: { number: string }) {
  return { ...mailFrame(deps), orderNumber: number, mode: deps.config.mode };
}
