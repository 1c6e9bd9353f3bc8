import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, rowColumns, time } from "./columns.ts";
import { PASSKEY_CHANGES } from "./enums.ts";

/** WebAuthn credentials of administrators. */
export const passkeys = sqliteTable("passkeys", {
  id: id(),
  userId: integer("user_id").notNull(),
  /** Base64url, like `publicKey`. */
  credentialId: text("credential_id").notNull(),
  publicKey: text("public_key").notNull(),
  /** Signature counter; 0 if the authenticator does not count. */
  counter: integer("counter").notNull(),
  transports: text("transports", { mode: "json" }).$type<string[]>().notNull(),
  name: text("name").notNull(),
  lastUsedAt: time("last_used_at"),
  ...rowColumns(),
});

/** Added and removed passkeys; open until an administrator has acknowledged them. */
export const passkeyChanges = sqliteTable("passkey_changes", {
  id: id(),
  /** The administrator's email at that time. */
  email: text("email").notNull(),
  name: text("name").notNull(),
  change: text("change", { enum: PASSKEY_CHANGES }).notNull(),
  doneAt: time("done_at"),
  ...rowColumns(),
});

/** Unanswered WebAuthn challenges; deleted when answered. */
export const passkeyChallenges = sqliteTable("passkey_challenges", {
  challenge: text("challenge").primaryKey(),
  browserHash: text("browser_hash").notNull(),
  /** The signed-in user who requested it; null when signed out. */
  userId: integer("user_id"),
  expiresAt: time("expires_at").notNull(),
});
