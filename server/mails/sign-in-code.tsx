import { and, eq, inArray, sql } from "drizzle-orm";
import { prepared } from "../../db/statements.ts";
import { oneTimeCodes, orders } from "../../db/schema.ts";
import { codeMailWords as words } from "../contract/mail-words.ts";
import { fill } from "../contract/words.ts";
import type { Deps } from "../deps.ts";
import {
  signInCodeOf,
  findNewestSignInCode,
  isOpen,
  isPaused,
} from "../domain/sign-in/one-time-code.ts";
import { isLinkLive, signInLink } from "../domain/sign-in/sign-in-link.ts";
import { isAdministratorEmail } from "../domain/sign-in/administrators.ts";
import { HAS_ACCOUNT } from "../domain/viewer.ts";
import { PAID_OR_PROCESSING } from "../../db/order-status.ts";
import { defineMail, mailFrame } from "./define-mail.ts";
import { codeBlock } from "./code-block.tsx";
import type { MailFrame, MailWords } from "./layout.tsx";

type CodeMail = MailFrame &
  (
    | { code: string; deletesAccount?: boolean }
    /** After too many wrong guesses or requests, only the link signs in. */
    | { code: null; link: string; why: "guesses" | "requests" }
  );

/** Sign-in code mail. The code comes first, so that notifications show it. */
export const signInCode = defineMail("code", {
  isSecret: true,
  gather(deps, { codeId, forBuyers, deletesAccount = false }): CodeMail | undefined {
    const asked = deps.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.id, codeId)).get();
    if (asked?.isLink) return gatherLink(deps, asked);
    if (!asked || !isOpen(asked, deps.clock.now())) return undefined;
    if (findNewestSignInCode(deps.db, asked.email)?.id !== asked.id) return undefined;
    const { email, seed } = asked;
    if (forBuyers && !boughtByEmail(deps.db).get({ email })) return undefined;
    if (!isPaused(deps.db, email)) {
      return { ...mailFrame(deps), code: signInCodeOf(deps, seed), deletesAccount };
    }
    const link = signInLink(deps, { email, seed, path: "/account" });
    return { ...mailFrame(deps), code: null, link, why: "guesses" };
  },
  compose(mail): MailWords {
    if (mail.code === null) {
      const { subject, reasons } = words[mail.why];
      return {
        subject,
        preview: reasons[0],
        title: subject,
        blocks: [
          ...reasons,
          { button: words.button, url: mail.link },
          { small: words.unaskedLink },
        ],
      };
    }
    const { subject, title, code, unasked } = mail.deletesAccount ? words.deletion : words;
    return {
      subject: fill(subject, { code: mail.code }),
      preview: `${mail.code}: ${words.validity}`,
      title,
      blocks: [codeBlock(mail.code, code), words.validity, { small: unasked }],
    };
  },
});

/** Reads the data of a sign-in link mail; undefined unless the recipient is an administrator. */
function gatherLink(deps: Deps, asked: typeof oneTimeCodes.$inferSelect): CodeMail | undefined {
  if (!isLinkLive(asked, deps.clock.now())) return undefined;
  if (!isAdministratorEmail(deps, deps.db, asked.email)) return undefined;
  const link = signInLink(deps, { ...asked, path: "/admin" });
  return { ...mailFrame(deps), code: null, link, why: "requests" };
}

const boughtByEmail = prepared((db) => {
  const given = eq(orders.email, sql.placeholder("email"));
  // Filter by email first: using the index on status would read every paid order.
  const theirs = db.select({ id: orders.id }).from(orders).where(given);
  const isBought = inArray(orders.status, PAID_OR_PROCESSING);
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, theirs), isBought, HAS_ACCOUNT))
    .prepare();
});
