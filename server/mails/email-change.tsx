import { eq } from "drizzle-orm";
import { oneTimeCodes, users } from "../../db/schema.ts";
import { maskEmail } from "../contract/email.ts";
import { changedMailWords, changeMailWords } from "../contract/mail-words.ts";
import { fill } from "../contract/words.ts";
import { changeCodesOf, findNewestChange } from "../domain/orders/change-email.ts";
import { isOpen } from "../domain/sign-in/one-time-code.ts";
import { codeBlock } from "./code-block.tsx";
import { defineMail, mailFrame } from "./define-mail.ts";
import { accountOf } from "./words.ts";

/** Code for the current or the new email of an account whose email is about to change. */
export const emailChange = defineMail("email_change", {
  isSecret: true,
  gather(deps, { codeId, recipient }) {
    const change = deps.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.id, codeId)).get();
    if (!change?.userId || !isOpen(change, deps.clock.now())) return undefined;
    if (findNewestChange(deps.db, change.userId)?.id !== codeId) return undefined;
    const user = deps.db.select().from(users).where(eq(users.id, change.userId)).get();
    const codes = changeCodesOf(deps, change);
    // The new email may be a stranger's, who does not learn the current one.
    if (recipient === change.email) return { ...mailFrame(deps), code: codes.next, newEmail: null };
    if (recipient !== user?.email) return undefined;
    return { ...mailFrame(deps), code: codes.current, newEmail: maskEmail(change.email) };
  },
  compose({ code, newEmail, siteUrl }) {
    const words = changeMailWords;
    const isCurrent = newEmail !== null;
    const account = accountOf(siteUrl);
    return {
      subject: fill(words.subject, { code }),
      preview: `${code}: ${words.validity}`,
      title: words.title,
      blocks: [
        isCurrent ? fill(words.current, { email: newEmail }) : words.next,
        codeBlock(code, words.code),
        words.validity,
        isCurrent
          ? { small: fill(words.stolen, { account }), links: [account] }
          : { small: words.unasked },
      ],
    };
  },
});

/** Notifies the former email of an account. */
export const emailChanged = defineMail("email_changed", {
  gather: (deps, { newAddress }) => ({ ...mailFrame(deps), newAddress }),
  compose: ({ newAddress }) => ({
    subject: changedMailWords.subject,
    preview: changedMailWords.preview,
    title: changedMailWords.title,
    blocks: [
      fill(changedMailWords.text, { email: newAddress }),
      changedMailWords.moved,
      changedMailWords.stranger,
    ],
  }),
});
