import { changes, emails, webhookEvents } from "../../../db/schema.ts";
import { defineTable } from "./define-table.ts";
import { handleEventAgain, tryMailAgain } from "./post-actions.ts";

export const logTables = [
  defineTable(emails, {
    title: "Emails",
    description: "Every mail of the shop and what became of it.",
    label: "recipient",
    readOnly: true,
    columns: {
      kind: {},
      recipient: { code: true, private: true },
      subject: { private: true },
      status: {},
      order_id: { title: "Order", reference: "orders" },
      attempts: { title: "Tries" },
      next_attempt_at: { title: "Next try" },
      sent_at: { title: "Sent at" },
      // Private: a mail server's message contains the rejected address.
      last_error: { title: "Last error", private: true },
    },
    actions: [tryMailAgain],
  }),
  defineTable(webhookEvents, {
    title: "Webhook events",
    description: "What the payment provider has told.",
    label: "event_id",
    readOnly: true,
    columns: {
      event_id: { code: true, title: "Event" },
      type: { code: true },
      about: {},
      object_id: { code: true, title: "Object", private: true },
      handled_at: { title: "Handled at" },
      attempts: { title: "Tries" },
      next_attempt_at: { title: "Next try" },
      last_error: { title: "Last error" },
    },
    actions: [handleEventAgain],
  }),
  defineTable(changes, {
    title: "Changes",
    description: "Who changed what, and when.",
    label: "table_name",
    readOnly: true,
    columns: {
      table_name: { code: true, title: "Table" },
      row_id: { title: "Row" },
      action: {},
      actor: { code: true },
      set_id: { title: "Done together with" },
    },
  }),
];
