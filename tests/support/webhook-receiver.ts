import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { asc } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { onTestFinished } from "vitest";
import { WEBHOOK_TYPES } from "../../db/enums.ts";
import { insertRow } from "../../db/record.ts";
import {
  webhookDeliveries,
  type WebhookEndpoint,
  webhookEndpoints,
} from "../../db/store-schema.ts";
import { queueWebhooks } from "../../server/domain/webhooks/queue-webhooks.ts";
import type { TestApp } from "./create-test-app.ts";

export type Received = { headers: IncomingHttpHeaders; body: string };
type Answer = (response: ServerResponse, received: Received) => void;

/** Opens a local endpoint that records what it receives. It answers 204, or as `answer` does. */
export async function openReceiver(answer: Answer = (response) => response.writeHead(204).end()) {
  const received: Received[] = [];
  const receiver = { answer, received, url: "" };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const message = { headers: request.headers, body };
      received.push(message);
      receiver.answer(response, message);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

const SECRET = `whsec_${Buffer.from("a secret that only the tests know").toString("base64")}`;

/** Stores an endpoint that wants all events; returns its id. */
export function addEndpoint(
  { db, clock }: Pick<TestApp, "db" | "clock">,
  values: Partial<WebhookEndpoint> & Pick<WebhookEndpoint, "url">,
): number {
  const row = { secret: SECRET, events: [...WEBHOOK_TYPES], ...values };
  const author = { actor: "test", now: clock.now() };
  return db.write((tx) => insertRow(tx, webhookEndpoints, row, author)).id;
}

/** Queues the event of a paid order, by default always of the same one. */
export function queueEvent(
  { db, clock }: Pick<TestApp, "db" | "clock">,
  messageId: string,
  subject = "orders:1",
): void {
  const author = { actor: "test", now: clock.now() };
  const event = { type: "order.paid", messageId, subject, data: () => ({ messageId }) } as const;
  db.write((tx) => queueWebhooks(tx, { ...event, author }));
}

/** Verifies a received message with the reference library, and returns its body. */
export function verified({ headers, body }: Received, secret = SECRET) {
  const { "webhook-id": id } = headers;
  const signature = headers as Record<string, string>;
  return { id, ...(new Webhook(secret).verify(body, signature) as { type: string; data: object }) };
}

export const deliveriesOf = ({ db }: Pick<TestApp, "db">) =>
  db.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.id)).all();
