import { eq, or } from "drizzle-orm";
import { type Author, deleteRow, updateRow } from "../../../db/record.ts";
import { identities, orders, sessions, subscriptionRecords, users } from "../../../db/schema.ts";
import { savedViews } from "../../../db/store-schema.ts";
import { tableRefusals as texts } from "../../contract/admin-messages.ts";
import { AppError } from "../../errors.ts";
import { eraseMailsAbout } from "../contact.ts";
import type { WriteRules } from "./define-table.ts";
import { inUse } from "./references.ts";

/** Deleting a message also erases the mails about it. */
export const contactRules: WriteRules = {
  mayRemove(tx, { id, created_at: createdAt }, author) {
    eraseMailsAbout(tx, { id, createdAt: new Date(String(createdAt)), author });
  },
};

export const userRules: WriteRules = {
  /** A new email is not verified, and ends the user's sessions. */
  update(tx, row, { patch, author }) {
    const { id } = row;
    // ADMIN_EMAILS makes users administrators by their verified email.
    const loses = row["is_admin"] ? patch["is_admin"] === false : "email" in patch;
    if (loses) refuseOwnRights(id, author);
    const { email, name, is_admin: isAdmin } = patch;
    const change = {
      ...(typeof email === "string" && { email, emailVerifiedAt: null }),
      ...(name !== undefined && { name: name as string | null }),
      ...(typeof isAdmin === "boolean" && { isAdmin }),
    };
    updateRow(tx, users, id, change, author);
    if (typeof email !== "string") return;
    tx.delete(identities).where(eq(identities.userId, id)).run();
    // Administrators who change their own email stay signed in.
    const own = author.actor === `admin:${id}`;
    if (!own) tx.delete(sessions).where(eq(sessions.userId, id)).run();
  },

  mayRemove(tx, { id, email }, author) {
    refuseOwnRights(id, author);
    const owned = or(eq(orders.userId, id), eq(orders.email, String(email)));
    if (tx.select({ id: orders.id }).from(orders).where(owned).get()) {
      throw inUse(texts.userOrders);
    }
    const subscribes = eq(subscriptionRecords.userId, id);
    if (
      tx.select({ id: subscriptionRecords.id }).from(subscriptionRecords).where(subscribes).get()
    ) {
      throw inUse(texts.userSubscribes);
    }
    const views = tx.select().from(savedViews).where(eq(savedViews.userId, id)).all();
    for (const view of views) deleteRow(tx, savedViews, view.id, author);
  },
};

function refuseOwnRights(id: number, { actor }: Author): void {
  if (actor !== `admin:${id}`) return;
  throw new AppError("conflict", texts.ownRights, { reason: "own_rights" });
}
