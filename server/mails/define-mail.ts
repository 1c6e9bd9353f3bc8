import type { MailKind } from "../../db/enums.ts";
import { type MailSubjects, subjectOf } from "../domain/queue-mail.ts";
import type { Deps } from "../deps.ts";
import { composeMail, type MailFrame, type MailWords, type RenderedMail } from "./layout.tsx";
import type { Email } from "./queue.ts";

/** One kind of mail, as the sender sees it. */
export type MailDefinition<Kind extends MailKind = MailKind> = {
  kind: Kind;
  /** It holds a key: neither its subject nor what a mail server says of it is kept as it is. */
  isSecret: boolean;
  /** The mail as it is now; undefined when it must not be sent any more. */
  write: (deps: Deps, email: Email) => Promise<RenderedMail | undefined>;
};

type Parts<Kind extends MailKind, Content extends MailFrame> = {
  isSecret?: boolean;
  /** What the mail tells of, as it is now; undefined when its recipient is not to have it any more. */
  gather: (deps: Deps, about: MailSubjects[Kind] & Pick<Email, "recipient">) => Content | undefined;
  /** What it says of that. */
  say: (content: Content) => MailWords;
};

/** Makes a mail of what it gathers and what it says. */
export function defineMail<Kind extends MailKind, Content extends MailFrame>(
  kind: Kind,
  { isSecret = false, gather, say }: Parts<Kind, Content>,
) {
  const render = (content: Content) => composeMail(say(content), content);
  return {
    kind,
    isSecret,
    gather,
    render,
    async write(deps: Deps, email: Email) {
      const content = gather(deps, { ...subjectOf(kind, email), recipient: email.recipient });
      return content && render(content);
    },
  };
}

/** What every mail shows around its own words. */
export function mailFrame({ config }: Pick<Deps, "config">): MailFrame {
  const { publicUrl, site, mail } = config;
  return { brand: site.brand, siteUrl: publicUrl, supportEmail: mail.support };
}
