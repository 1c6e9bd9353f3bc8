import { Text } from "@react-email/text";
import { and, eq, inArray, sql } from "drizzle-orm";
import { prepared } from "../../db/statements.ts";
import { oneTimeCodes, orders } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";
import { codeOf, findNewestCode, isOpen, isPaused } from "../domain/sign-in/one-time-code.ts";
import { isLinkLive, signInLink } from "../domain/sign-in/sign-in-link.ts";
import { isAdministratorEmail } from "../domain/sign-in/administrators.ts";
import { BOUGHT } from "../domain/orders/order.ts";
import { defineMail, mailFrame } from "./define-mail.ts";
import { color, type MailFrame, type MailWords } from "./layout.tsx";

type CodeMail = MailFrame &
  (
    | { code: string }
    /** After too many wrong guesses or requests, only the link signs in. */
    | { code: null; link: string; why: "guesses" | "requests" }
  );

const VALIDITY = "It works for 10 minutes after you asked for it, in the browser you asked from.";
const LINK_SUBJECTS = {
  guesses: "Sign-in codes are switched off for your address",
  requests: "Your link to sign in",
};
const LINK_REASONS = {
  guesses: [
    "Too many wrong codes were tried for your address, maybe by somebody else. To protect your printables, codes do not work at the moment.",
    "This link signs you in all the same, once, within 10 minutes, in the browser you asked from. After that codes work again.",
  ],
  requests: [
    "You or somebody else asked for several sign-in codes for your address. We won't mail more codes for up to an hour.",
    "Because you run the shop, you can still sign in with this link: once, within an hour, in any browser.",
  ],
};

/** Sign-in code mail. The code comes first, so that notifications show it. */
export const code = defineMail("code", {
  isSecret: true,
  gather(deps, { codeId, forBuyers }): CodeMail | undefined {
    const asked = deps.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.id, codeId)).get();
    if (asked?.isLink) return gatherLink(deps, asked);
    if (!asked || !isOpen(asked, deps.clock.now())) return undefined;
    if (findNewestCode(deps.db, asked.email)?.id !== asked.id) return undefined;
    const { email, seed } = asked;
    if (forBuyers && !boughtByEmail(deps.db).get({ email })) return undefined;
    if (!isPaused(deps.db, email)) return { ...mailFrame(deps), code: codeOf(deps, seed) };
    const link = signInLink(deps, { email, seed, path: "/account" });
    return { ...mailFrame(deps), code: null, link, why: "guesses" };
  },
  say(mail): MailWords {
    if (mail.code === null) {
      const subject = LINK_SUBJECTS[mail.why];
      const reasons = LINK_REASONS[mail.why];
      return {
        subject,
        preview: reasons[0] ?? subject,
        title: subject,
        blocks: [
          ...reasons,
          { button: "Sign in", url: mail.link },
          { small: "Did you not ask for it? Then ignore this mail; nobody has got in." },
        ],
      };
    }
    return {
      subject: `${mail.code} is your ${mail.brand} code`,
      preview: `${mail.code}: ${VALIDITY}`,
      title: "Your sign-in code",
      blocks: [
        {
          text: `Your sign-in code: ${mail.code}`,
          html: <Text style={digits}>{mail.code}</Text>,
        },
        VALIDITY,
        {
          small:
            "Did you not ask for it? Then ignore this mail; nobody can sign in without the code.",
        },
      ],
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
  const isBought = inArray(orders.status, BOUGHT);
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, theirs), isBought))
    .prepare();
});

const digits = {
  fontSize: 36,
  lineHeight: "44px",
  fontWeight: 600,
  letterSpacing: "0.18em",
  color: color.ink,
  margin: "0 0 16px",
};
