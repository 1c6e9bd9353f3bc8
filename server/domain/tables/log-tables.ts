import { stateRules } from "../../contract/states.ts";
import { mailPreferences } from "../../../db/buyer-schema.ts";
import { passkeyChanges } from "../../../db/passkey-schema.ts";
import { changes, emails } from "../../../db/schema.ts";
import { webhookEvents } from "../../../db/store-schema.ts";
import { stopPreference } from "../mails/mail-preferences.ts";
import { handleAgain } from "../money/webhook-inbox.ts";
import { requeueMail } from "../mails/queue-mail.ts";
import { acknowledgePasskeyChange } from "../sign-in/passkey-changes.ts";
import { defineTable } from "./define-table.ts";

export const logTables = [
  defineTable(emails, {
    title: "Emails",
    description: "Every mail of the shop and its delivery.",
    group: "people",
    label: "recipient",
    readOnly: true,
    columns: {
      kind: {},
      recipient: { code: true, private: true },
      subject: { private: true },
      status: stateRules("mails"),
      order_id: { title: "Order", reference: "orders" },
      attempts: {},
      next_attempt_at: { title: "Next attempt" },
      sent_at: {},
      // Private: a mail server's message contains the rejected address.
      last_error: { private: true },
    },
    actions: [
      {
        name: "try_again",
        title: "Try again",
        description: "Sends a mail again whose delivery was given up.",
        sendsMail: true,
        when: { status: { in: ["dead"] } },
        run: (_deps, { row, author }) => author.write((tx) => requeueMail(tx, row.id, author)),
      },
    ],
  }),
  defineTable(mailPreferences, {
    title: "Mail preferences",
    description: "Which optional mails buyers have asked for or stopped.",
    group: "people",
    label: "email",
    readOnly: true,
    columns: {
      email: { code: true, private: true },
      topic: {
        description:
          "News of corrected files, reminders of an unpaid checkout, or requests for a review.",
      },
      wanted: {},
    },
    actions: [
      {
        name: "stop",
        title: "Stop these mails",
        description: "For a buyer who asks you to. Only the buyer can start them again.",
        when: { wanted: { in: [true] } },
        run: (_deps, { row, author }) =>
          author.write((tx) => stopPreference(tx, { id: row.id, author })),
      },
    ],
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
      handled_at: {},
      attempts: {},
      next_attempt_at: { title: "Next attempt" },
      last_error: {},
    },
    actions: [
      {
        name: "handle_again",
        title: "Handle again",
        description: "Asks the payment provider now about the subject of a failed event.",
        when: { handled_at: { in: [null] } },
        run: (deps, { row, author }) => handleAgain(deps, row.id, author),
      },
    ],
  }),
  defineTable(passkeyChanges, {
    title: "Passkey changes",
    description: "Passkeys of administrators that were added or removed.",
    label: "name",
    readOnly: true,
    columns: {
      email: { code: true, title: "Administrator", private: true },
      name: { title: "Passkey" },
      change: {},
      done_at: { title: "Acknowledged at" },
    },
    actions: [
      {
        name: "acknowledge",
        title: "Acknowledge",
        description:
          "Removes it from “Needs attention”. If you don't know this passkey, first remove it on the “Passkeys” screen.",
        when: { done_at: { in: [null] } },
        run: (_deps, { row, author }) =>
          author.write((tx) => acknowledgePasskeyChange(tx, { id: row.id, author })),
      },
    ],
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
