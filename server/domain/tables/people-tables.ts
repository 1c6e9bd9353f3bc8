import { contactSubmissions, users } from "../../../db/schema.ts";
import { contactForm } from "../../contract/contact.ts";
import { foldEmail } from "../../contract/email.ts";
import { type ColumnRules, defineTable } from "./define-table.ts";
import { contactRules, userRules } from "./people-writes.ts";
import { messageActions } from "./message-actions.ts";

const { name, email, subject, message } = contactForm.properties;

/** The sender's browser sends ISO 8601 text. */
const SENT_AT = "CAST(round(unixepoch(contact_submissions.sent_at, 'subsec') * 1000) AS INTEGER)";

export const peopleTables = [
  defineTable(contactSubmissions, {
    title: "Contact submissions",
    description: "Messages from the contact form. Answer one from its actions.",
    label: "name",
    write: contactRules,
    search: { prefixes: { email: foldEmail }, facts: ({ subject, email }) => [subject, email] },
    columns: {
      name: { ...textRules(name), private: true },
      email: { ...textRules(email), private: true },
      subject: { ...textRules(subject), private: true },
      message: { ...textRules(message), private: true },
      status: {},
      answer: { readOnly: true, private: true, multiline: true },
      answered_at: { title: "Answered at", readOnly: true },
      device_type: { title: "Device", readOnly: true },
      user_agent: { title: "Browser", readOnly: true, private: true },
      browser_language: { title: "Language", readOnly: true },
      screen_resolution: { title: "Screen", readOnly: true },
      local_time: { title: "Sender's time", readOnly: true },
      italian_time: { title: "Time in Rome", readOnly: true },
      sent_at: { title: "Sent at", readOnly: true, kind: "time", sql: SENT_AT },
    },
    actions: messageActions,
  }),
  defineTable(users, {
    title: "Users",
    description: "People with an account. Administrators can use this admin.",
    label: "email",
    write: userRules,
    search: { prefixes: { email: foldEmail }, facts: ({ name }) => [name] },
    columns: {
      email: { format: "email", private: true },
      name: { maxLength: 200, private: true },
      is_admin: { title: "Administrator" },
      email_verified_at: { title: "Email verified at", readOnly: true },
    },
  }),
];

/** Rules of a contact field, without its type, which the column has. */
function textRules({ type: _type, ...rules }: (typeof contactForm.properties)["name"]) {
  return rules as ColumnRules;
}
