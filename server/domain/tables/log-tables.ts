import { changes, emails, webhookEvents } from "../../../db/schema.ts";
import { defineTable } from "./define-table.ts";
import { eventActions } from "./event-actions.ts";
import { mailActions } from "./mail-actions.ts";

export const logTables = [
  defineTable(emails, {
    title: "Emails",
    description: "Every mail of the shop and its delivery.",
    label: "recipient",
    readOnly: true,
    columns: {
      kind: {},
      recipient: { code: true, private: true },
      subject: { private: true },
      status: {},
      order_id: { title: "Order", reference: "orders" },
      attempts: { title: "Attempts" },
      next_attempt_at: { title: "Next attempt" },
      sent_at: { title: "Sent at" },
      // Private: a mail server's message contains the rejected address.
      last_error: { title: "Last error", private: true },
    },
    actions: mailActions,
  }),
  defineTable(webhookEvents, {
    title: "Webhook events",
    description: "Events received from the payment provider.",
    label: "event_id",
    readOnly: true,
    columns: {
      event_id: { code: true, title: "Event" },
      type: { code: true },
      about: {},
      object_id: { code: true, title: "Object", private: true },
      handled_at: { title: "Handled at" },
      attempts: { title: "Attempts" },
      next_attempt_at: { title: "Next attempt" },
      last_error: { title: "Last error" },
    },
    actions: eventActions,
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
      set_id: { title: "Part of change" },
    },
  }),
];
