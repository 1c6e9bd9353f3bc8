import { WEBHOOK_TYPES } from "../../../db/enums.ts";
import { webhookDeliveries, webhookEndpoints } from "../../../db/store-schema.ts";
import { stateRules } from "../../contract/states.ts";
import { sampleOrderData } from "../orders/order-events.ts";
import {
  createEndpoint,
  findUrlFault,
  replaceSecret,
  sendTestEvent,
} from "../webhooks/endpoints.ts";
import { sendAgain } from "../webhooks/queue-webhooks.ts";
import { markWorking } from "../webhooks/send-webhooks.ts";
import { defineTable, textCheck } from "./define-table.ts";

export const webhookTables = [
  defineTable(webhookEndpoints, {
    title: "Webhook endpoints",
    description:
      "Addresses of other services, such as Zapier, Make, Kit or Mailchimp, that the shop reports events to. Ten at most. To copy a signing secret, select its cell.",
    group: "site",
    label: "url",
    write: {
      checks: [textCheck("url", findUrlFault)],
      create: (tx, { url, events, active }, author) =>
        createEndpoint(
          tx,
          { url: String(url), events: events as string[], active: active === true },
          author,
        ),
      onChanged: (tx, { id }, { author }) => markWorking(tx, id, author),
      // A new endpoint receives buyers' data, like an endpoint whose address changes.
      needsPasskey: (_tx, { before }) => before === undefined,
    },
    columns: {
      url: {
        title: "Address",
        description:
          "The other service shows it when you add a webhook there. It begins with https.",
        code: true,
        maxLength: 1000,
        needsPasskeyCheck: true,
      },
      events: {
        enum: WEBHOOK_TYPES,
        enumNames: ["Order paid", "Order refunded", "Access ended", "Message received"],
        default: WEBHOOK_TYPES,
      },
      active: {
        title: "Switched on",
        description:
          "While it is off, nothing is sent. Waiting events are sent when you switch it on again; events that happen in the meantime are not.",
      },
      secret: {
        title: "Signing secret",
        description:
          "With it, the other service verifies that an event comes from this shop. Services that ask for no secret don't need it.",
        code: true,
        readOnly: true,
        private: true,
      },
      failing_since: { readOnly: true },
      last_error: { readOnly: true },
    },
    actions: [
      {
        name: "send_test",
        title: "Send a test event",
        description:
          "Sends a “test” event with a sample order right away, and shows an error if the endpoint doesn't accept it.",
        run: (deps, { row: { id }, author }) =>
          sendTestEvent(deps, { id, data: sampleOrderData(author.now), author }),
      },
      {
        name: "replace_secret",
        title: "Replace the secret",
        description:
          "Creates a new signing secret. Copy it to the other service. Until then, that service rejects events; the shop sends them again later.",
        needsPasskeyCheck: true,
        run: (_deps, { row: { id }, author }) =>
          author.write((tx) => replaceSecret(tx, id, author)),
      },
    ],
  }),
  defineTable(webhookDeliveries, {
    title: "Webhook deliveries",
    description: "Events for webhook endpoints in the last 30 days.",
    label: "message_id",
    readOnly: true,
    columns: {
      type: { title: "Event", code: true },
      endpoint_id: { title: "Endpoint", reference: "webhook_endpoints" },
      status: stateRules("mails", ["queued", "sent", "dead"]),
      attempts: {},
      next_attempt_at: { title: "Next attempt" },
      sent_at: {},
      last_status: { title: "Last status code" },
      last_error: {},
      message_id: { title: "Message ID", code: true },
      subject: { title: "About", code: true },
      payload: { title: "Content", code: true, private: true },
    },
    actions: [
      {
        name: "send_again",
        title: "Send again",
        description:
          "Sends the event again with the same ID, so a service that has it may ignore it.",
        when: { status: { notIn: ["queued"] } },
        run: (_deps, { row: { id }, author }) => author.write((tx) => sendAgain(tx, id, author)),
      },
    ],
  }),
];
