import { Text } from "@react-email/text";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Reader } from "../../db/client.ts";
import { prepared } from "../../db/statements.ts";
import { oneTimeCodes, orders } from "../../db/schema.ts";
import { CODE_FIELD, EMAIL_FIELD } from "../contract/login.ts";
import { loginPathTo } from "../contract/paths.ts";
import type { Deps } from "../deps.ts";
import { codeOf, findNewestCode, isOpen, isPaused } from "../domain/sign-in/one-time-code.ts";
import { keyOf } from "../domain/sign-in/sign-in-key.ts";
import { adminLinkOf, isLinkLive } from "../domain/sign-in/admin-link.ts";
import { isAdministratorEmail } from "../domain/sign-in/administrators.ts";
import { BOUGHT } from "../domain/orders/order.ts";
import { defineMail, mailFrame } from "./define-mail.ts";
import { color, type MailFrame, type MailWords } from "./layout.tsx";

type CodeMail = MailFrame &
  (
    | { code: string }
    /** Only the link signs in, after too many wrong or requested codes. */
    | { code: null; link: string; why: "guesses" | "requests" }
  );

const VALIDITY = "It works for 10 minutes after you asked for it, in the browser you asked from.";
const NOT_YOU =
  "Did you not ask for it? Then ignore this mail; nobody can sign in without the code.";
const OFF = "Sign-in codes are switched off for your address";
const WHY_OFF = [
  "Too many wrong codes were tried for your address, by whoever it was. To keep your printables yours, we take none at the moment.",
  "This link signs you in all the same, once, within 10 minutes, in the browser you asked from. After that codes work again.",
];
const LINK_SUBJECT = "Your link to sign in";
const LINK_REASONS = [
  "You or somebody else asked for several sign-in codes for your address. We won't mail more codes for up to an hour.",
  "Because you run the shop, you can still sign in with this link: once, within an hour, in any browser.",
];
const NOT_YOU_OFF = "Did you not ask for it? Then ignore this mail; nobody has got in.";

/** The mail with a sign-in code. The code comes first, so that a notification shows it. */
export const code = defineMail("code", {
  // A valid code is a credential, so it is not stored.
  isSecret: true,
  gather(deps, { codeId, forBuyers }): CodeMail | undefined {
    const asked = deps.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.id, codeId)).get();
    if (asked?.isLink) return gatherLink(deps, asked);
    if (!asked || !isOpen(asked, deps.clock.now())) return undefined;
    if (findNewestCode(deps.db, asked.email)?.id !== asked.id) return undefined;
    const { email, seed } = asked;
    // Codes for finding orders are only sent to emails that have orders.
    if (forBuyers && !hasOrders(deps.db, email)) return undefined;
    return {
      ...mailFrame(deps),
      ...(isPaused(deps.db, email)
        ? { code: null, link: keyLink(deps, { email, key: keyOf(deps, seed) }), why: "guesses" }
        : { code: codeOf(deps, seed) }),
    };
  },
  say(mail) {
    if (mail.code !== null) return sayCode(mail.code, mail.brand);
    return mail.why === "guesses" ? sayOff(mail.link) : sayLink(mail.link);
  },
});

/** Gathers the mail with an administrator's link; other emails never get it. */
function gatherLink(deps: Deps, asked: typeof oneTimeCodes.$inferSelect): CodeMail | undefined {
  if (!isLinkLive(asked, deps.clock.now())) return undefined;
  if (!isAdministratorEmail(deps, deps.db, asked.email)) return undefined;
  return { ...mailFrame(deps), code: null, link: adminLinkOf(deps, asked), why: "requests" };
}

const boughtByEmail = prepared((db) => {
  const given = eq(orders.email, sql.placeholder("email"));
  // Finds orders by email: by status, every paid order of the shop would be read.
  const theirs = db.select({ id: orders.id }).from(orders).where(given);
  const isBought = inArray(orders.status, BOUGHT);
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, theirs), isBought))
    .prepare();
});

function hasOrders(db: Pick<Reader, "select" | "sqlite">, email: string): boolean {
  return boughtByEmail(db).get({ email }) !== undefined;
}

/** URL of a mail's link. The page signs in when its button is clicked. */
function keyLink(
  { config }: Pick<Deps, "config">,
  { email, key }: { email: string; key: string },
): string {
  const link = new URL(loginPathTo("/account"), config.publicUrl);
  link.searchParams.set(EMAIL_FIELD, email);
  link.searchParams.set(CODE_FIELD, key);
  return link.href;
}

function sayCode(code: string, brand: string): MailWords {
  return {
    subject: `${code} is your ${brand} code`,
    preview: `${code}: ${VALIDITY}`,
    title: "Your sign-in code",
    blocks: [
      { text: `Your sign-in code: ${code}`, html: <Text style={digits}>{code}</Text> },
      VALIDITY,
      { small: NOT_YOU },
    ],
  };
}

function sayOff(link: string): MailWords {
  return {
    subject: OFF,
    preview: WHY_OFF[0] ?? OFF,
    title: OFF,
    blocks: [...WHY_OFF, { button: "Sign in", url: link }, { small: NOT_YOU_OFF }],
  };
}

function sayLink(link: string): MailWords {
  return {
    subject: LINK_SUBJECT,
    preview: LINK_REASONS[0] ?? LINK_SUBJECT,
    title: LINK_SUBJECT,
    blocks: [...LINK_REASONS, { button: "Sign in", url: link }, { small: NOT_YOU_OFF }],
  };
}

const digits = {
  fontSize: 36,
  lineHeight: "44px",
  fontWeight: 600,
  letterSpacing: "0.18em",
  color: color.ink,
  margin: "0 0 16px",
};
