import { and, eq, gt } from "drizzle-orm";
import { sessions, users } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";
import { sha256Hex } from "./tokens.ts";

/** The user of a session cookie's token; undefined when it is unknown or over. */
export function findSessionUser(
  { db, clock }: Pick<Deps, "db" | "clock">,
  token: string,
): { id: number; email: string } | undefined {
  return db
    .select({ id: users.id, email: users.email })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, sha256Hex(token)), gt(sessions.expiresAt, clock.now())))
    .get();
}
