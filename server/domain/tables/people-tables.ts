import { contactSubmissions, users } from "../../../db/schema.ts";
import { contactForm } from "../../contract/contact.ts";
import { foldEmail } from "../../contract/email.ts";
import { defineTable } from "./define-table.ts";
import { contactRules, userRules } from "./people-writes.ts";
import { answerMessage, markMessageDone, reopenMessage } from "./post-actions.ts";

const { name, email, subject, message } = contactForm.properties;

/** Stored as ISO 8601 text from the sender's browser. */
const SENT_AT = "CAST(round(unixepoch(contact_submissions.sent_at, 'subsec') * 1000) AS INTEGER)";

export const peopleTables = [
  defineTable(contactSubmissions, {
    title: "Contact submissions",
    description: "Messages to the shop. Answer one from its actions.",
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
    actions: [answerMessage, markMessageDone, reopenMessage],
  }),
  defineTable(users, {
    title: "Users",
    description: "People with an account. An administrator sees what you see here.",
    label: "email",
    write: userRules,
    search: { prefixes: { email: foldEmail }, facts: ({ name }) => [name] },
    columns: {
      email: { format: "email", private: true },
      name: { maxLength: 200, private: true },
      is_admin: { title: "Administrator" },
      email_verified_at: { title: "Email proved at", readOnly: true },
    },
  }),
];

/** A field of the form, as far as a table's column has it. */
function textRules({ type: _type, ...rules }: (typeof contactForm.properties)["name"]) {
  const { title, format, minLength, maxLength, pattern, multiline } = rules;
  return {
    title,
    ...(format && { format }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern !== undefined && { pattern }),
    ...(multiline && { multiline }),
  };
}
