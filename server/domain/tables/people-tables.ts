import { stateRules } from "../../contract/states.ts";
import { eq, or } from "drizzle-orm";
import { type Author, updateRow } from "../../../db/record.ts";
import { contactSubmissions } from "../../../db/buyer-schema.ts";
import { identities, orders, sessions, subscriptionRecords, users } from "../../../db/schema.ts";
import { tableRefusals as texts } from "./refusals.ts";
import { contactForm } from "../../contract/contact.ts";
import { foldEmail } from "../../contract/email.ts";
import { conflict, inUse } from "../../errors.ts";
import { answerContact, eraseMailsAbout, moveContact } from "../mails/contact.ts";
import { deleteAccount } from "../orders/delete-account.ts";
import { removePasskeys } from "../sign-in/passkeys.ts";
import { removeAdminRows } from "../sign-in/users.ts";
import { defineTable, type WriteRules } from "./define-table.ts";
import type { ColumnRules } from "./table-column.ts";
import type { TableActionDefinition } from "./table-action.ts";

const { name, email, subject, message } = contactForm.properties;

const SENT_AT = "CAST(round(unixepoch(contact_submissions.sent_at, 'subsec') * 1000) AS INTEGER)";

const messageActions: TableActionDefinition[] = [
  {
    name: "answer",
    title: "Answer",
    description: "Mails an answer to the sender, with their message below it.",
    fields: {
      answer: {
        type: "string",
        title: "Answer",
        minLength: 2,
        maxLength: 5000,
        multiline: true,
        rows: 10,
        required: true,
      },
    },
    sendsMail: true,
    run(_deps, { row: { id }, values, key, author }) {
      const answer = String(values["answer"]);
      author.write((tx) => answerContact(tx, { id, answer, key, author }));
    },
  },
  {
    name: "mark_done",
    title: "Mark as done",
    description: "Nothing is left to do about this message.",
    when: { status: { notIn: ["done"] } },
    run: (_deps, { row: { id }, author }) =>
      author.write((tx) => moveContact(tx, { id, status: "done", author })),
  },
  {
    name: "reopen",
    title: "Reopen",
    description: "Lists the message under “Needs attention” again.",
    when: { status: { notIn: ["new"] } },
    run: (_deps, { row: { id }, author }) =>
      author.write((tx) => moveContact(tx, { id, status: "new", author })),
  },
];

const userActions: TableActionDefinition[] = [
  {
    name: "delete_account",
    title: "Delete account",
    description:
      "Deletes the account with its messages and reviews, for example because the person asked for it. This can't be undone. Paid orders stay in your books, without an account.",
    fields: {
      end_access: {
        type: "boolean",
        title: "End access to the files",
        description: "Otherwise the links in sent mails keep working.",
      },
    },
    needsPasskeyCheck: true,
    when: { is_admin: { in: [false] } },
    run: (deps, { row: { id, email }, values, author }) =>
      deleteAccount(deps, {
        user: { id, email: String(email) },
        endsAccess: values["end_access"] === true,
        author,
        write: author.write,
      }),
  },
];

const userRules: WriteRules = {
  // Adding, removing or restoring an administrator.
  needsPasskey(tx, { before, after }, { isAdministrator }) {
    if (before && after) return before["is_admin"] !== after["is_admin"];
    const { is_admin: isAdmin, email } = before ?? after ?? {};
    return isAdmin === true || isAdministrator(tx, String(email));
  },

  /** Changing the email resets its verification and ends the user's sessions, logins and passkeys. */
  update(tx, row, { patch, author }) {
    const { id } = row;
    const { email, name, is_admin: isAdmin } = patch;
    // Rights granted by ADMIN_EMAILS depend on the verified email, so changing it revokes them.
    const losesRights = row["is_admin"] ? isAdmin === false : "email" in patch;
    if (losesRights) refuseOwnRights(id, author);
    const change = {
      ...(typeof email === "string" && { email, emailVerifiedAt: null }),
      ...(name !== undefined && { name: name as string | null }),
      ...(typeof isAdmin === "boolean" && { isAdmin }),
    };
    updateRow(tx, users, id, change, author);
    if (typeof email !== "string") return;
    tx.delete(identities).where(eq(identities.userId, id)).run();
    // Administrators who change their own email stay signed in and keep their passkeys.
    if (author.actor === `admin:${id}`) return;
    tx.delete(sessions).where(eq(sessions.userId, id)).run();
    removePasskeys(tx, { userId: id, email: String(row["email"]), author });
  },

  mayRemove(tx, { id, email }, author) {
    refuseOwnRights(id, author);
    const isTheirs = or(eq(orders.userId, id), eq(orders.email, String(email)));
    if (tx.select().from(orders).where(isTheirs).get()) throw inUse(texts.userOrders);
    const subscribes = eq(subscriptionRecords.userId, id);
    if (tx.select().from(subscriptionRecords).where(subscribes).get()) {
      throw inUse(texts.userSubscribes);
    }
    removeAdminRows(tx, { id, email: String(email) }, author);
  },
};

function refuseOwnRights(id: number, { actor }: Author): void {
  if (actor === `admin:${id}`) throw conflict(texts.ownRights, "own_rights");
}

function textRules({ type: _type, ...rules }: (typeof contactForm.properties)["name"]) {
  return { ...(rules as ColumnRules), private: true } as const;
}

export const peopleTables = [
  defineTable(contactSubmissions, {
    title: "Contact submissions",
    description: "Messages from the contact form. Answer one from its actions.",
    group: "people",
    label: "name",
    views: [
      { title: "New", filters: { status__eq: "new" } },
      { title: "Answered", filters: { status__eq: "answered" } },
      { title: "Done", filters: { status__eq: "done" } },
      { title: "Suspected spam", filters: { status__eq: "suspect" } },
    ],
    write: {
      mayRemove(tx, { id, created_at: createdAt }, author) {
        eraseMailsAbout(tx, { id, createdAt: new Date(String(createdAt)), author });
      },
    },
    search: { prefixes: { email: foldEmail }, facts: ({ subject, email }) => [subject, email] },
    columns: {
      name: textRules(name),
      email: { ...textRules(email), needsPasskeyCheck: true },
      subject: textRules(subject),
      message: textRules(message),
      status: stateRules("messages"),
      answer: { readOnly: true, private: true, multiline: true },
      answered_at: { readOnly: true },
      device_type: { title: "Device", readOnly: true },
      user_agent: { title: "Browser", readOnly: true, private: true },
      browser_language: { title: "Language", readOnly: true },
      screen_resolution: { title: "Screen", readOnly: true },
      local_time: { title: "Sender's time", readOnly: true, private: true },
      italian_time: { title: "Time in Rome", readOnly: true, private: true },
      sent_at: { readOnly: true, kind: "time", sql: SENT_AT },
    },
    actions: messageActions,
  }),
  defineTable(users, {
    title: "Users",
    description: "People with an account. Administrators can use this admin.",
    group: "people",
    label: "email",
    write: userRules,
    actions: userActions,
    search: { prefixes: { email: foldEmail }, facts: ({ name }) => [name] },
    columns: {
      email: { format: "email", private: true, needsPasskeyCheck: true },
      name: { maxLength: 200, private: true },
      is_admin: { title: "Administrator" },
      email_verified_at: { readOnly: true },
      paper: { title: "Paper size", description: "Empty for all sizes.", readOnly: true },
    },
  }),
];
