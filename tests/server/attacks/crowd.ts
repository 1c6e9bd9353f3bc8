import { desc, eq } from "drizzle-orm";
import { oneTimeCodes, sessions, users } from "../../../db/schema.ts";
import { code } from "../../../server/mails/code.tsx";
import { type Browser, openBrowser } from "../../support/browser.ts";
import type { TestApp } from "../../support/create-test-app.ts";

/** The test shop behind a proxy, where every browser may come from an address of its own. */
export const BEHIND_PROXY = { TRUSTED_PROXY: "1" };

/** The nth of sixteen million client addresses. */
export const clientAddress = (nth: number) =>
  `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;

/** A browser of the nth client. */
export function browserOf({ app }: Pick<TestApp, "app">, nth: number): Browser {
  return openBrowser({ app }, { "X-Forwarded-For": clientAddress(nth) });
}

/** A browser of the nth client with the cookies of another one. */
export function twinOf(t: Pick<TestApp, "app">, { cookies }: Browser, nth: number): Browser {
  const twin = browserOf(t, nth);
  for (const [name, value] of cookies) twin.cookies.set(name, value);
  return twin;
}

/** The code of the newest request for this address, as its mail would say it; undefined without. */
export function findNewestCode(
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
  return code.gather(deps, about)?.code ?? undefined;
}

/** A code that is none of these for certain. */
export function wrongCode(...right: (string | undefined)[]): string {
  const wrong = ["000000", "111111", "222222"].find((code) => !right.includes(code));
  if (!wrong) throw new Error("Every code is right.");
  return wrong;
}

export const sessionsOf = ({ db }: Pick<TestApp, "db">) => db.select().from(sessions).all();
export const usersOf = ({ db }: Pick<TestApp, "db">) => db.select().from(users).all();
export const codesOf = ({ db }: Pick<TestApp, "db">) => db.select().from(oneTimeCodes).all();
