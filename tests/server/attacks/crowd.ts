import { desc, eq } from "drizzle-orm";
import { oneTimeCodes, sessions, users } from "../../../db/schema.ts";
import { signInCode } from "../../../server/mails/sign-in-code.tsx";
import { type Browser, openBrowser } from "../../support/browser.ts";
import type { TestApp } from "../../support/create-test-app.ts";

/** Settings of a shop behind a proxy, so that each test browser can have its own address. */
export const BEHIND_PROXY = { TRUSTED_PROXY: "1" };

/** Returns the nth client address in 10.0.0.0/8. */
export const clientAddress = (nth: number) =>
  `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;

/** Opens a browser with the nth client address. */
export function browserOf({ app }: Pick<TestApp, "app">, nth: number): Browser {
  return openBrowser({ app }, { "X-Forwarded-For": clientAddress(nth) });
}

/** Opens a browser with the nth client address and a copy of another browser's cookies. */
export function twinOf(t: Pick<TestApp, "app">, { cookies }: Browser, nth: number): Browser {
  const twin = browserOf(t, nth);
  for (const [name, value] of cookies) twin.cookies.set(name, value);
  return twin;
}

/** Returns the code of the newest request for this email, or undefined without a request. */
export function findNewestSignInCode(
  { deps, db }: Pick<TestApp, "deps" | "db">,
  email: string,
): string | undefined {
  const newest = db
    .select({ id: oneTimeCodes.id })
    .from(oneTimeCodes)
    .where(eq(oneTimeCodes.email, email))
    .orderBy(desc(oneTimeCodes.id))
    .get();
  if (!newest) return undefined;
  const about = { codeId: newest.id, forBuyers: false, recipient: email };
  return signInCode.gather(deps, about)?.code ?? undefined;
}

/** Returns a code that differs from all given codes. */
export function wrongCode(...right: (string | undefined)[]): string {
  const wrong = ["000000", "111111", "222222"].find((code) => !right.includes(code));
  if (!wrong) throw new Error("Every code is right.");
  return wrong;
}

export const sessionsOf = ({ db }: Pick<TestApp, "db">) => db.select().from(sessions).all();
export const usersOf = ({ db }: Pick<TestApp, "db">) => db.select().from(users).all();
export const codesOf = ({ db }: Pick<TestApp, "db">) => db.select().from(oneTimeCodes).all();
