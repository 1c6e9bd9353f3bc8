import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Transaction } from "../../db/client.ts";
import { insertRow, updateRow } from "../../db/record.ts";
import { sessions, users } from "../../db/schema.ts";
import type { CurrentUser } from "../contract/auth.ts";
import { SESSION_LIFETIME_MS } from "./sessions.ts";
import { sha256Hex } from "./tokens.ts";

/** A fresh session: the token goes to the browser, only its hash is stored. */
export type SignIn = { user: CurrentUser; token: string };

/** Signs in the owner of an address that has just been proved, making the account if need be. */
export function signIn(
  tx: Transaction,
  { email, userAgent, now }: { email: string; userAgent: string | null; now: Date },
): SignIn {
  const author = { actor: "sign-in", now };
  const known = tx.select().from(users).where(eq(users.email, email)).get();
  const user = known?.emailVerifiedAt
    ? known
    : known
      ? updateRow(tx, users, known.id, { emailVerifiedAt: now }, author)
      : insertRow(tx, users, { email, emailVerifiedAt: now }, author);
  const token = randomBytes(32).toString("base64url");
  tx.insert(sessions)
    .values({
      tokenHash: sha256Hex(token),
      userId: user.id,
      userAgent: userAgent?.slice(0, 300) ?? null,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
    })
    .run();
  const { id, name, isAdmin } = user;
  return { user: { id, email, name, isAdmin }, token };
}
