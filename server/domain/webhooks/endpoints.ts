import { randomBytes, randomUUID } from "node:crypto";
import { count, eq } from "drizzle-orm";
import type { Db, Transaction } from "../../../db/client.ts";
import type { WebhookType } from "../../../db/enums.ts";
import { type Author, insertRow, updateRow } from "../../../db/record.ts";
import { webhookEndpoints } from "../../../db/store-schema.ts";
import { isAddress, isPublicAddress } from "../../config/networks.ts";
import type { Deps } from "../../deps.ts";
import { conflict, unknownRow } from "../../errors.ts";
import { payloadOf } from "./queue-webhooks.ts";
import { findProblem, markWorking, post } from "./send-webhooks.ts";

/** Maximum number of endpoints, because each event is stored for each of them. */
const MOST_ENDPOINTS = 10;
const SECRET_BYTES = 32;

type NewEndpoint = { url: string; events: string[]; active: boolean };

/** Adds an endpoint with a new secret; returns its id. Throws AppError `conflict` at the limit. */
export function createEndpoint(
  tx: Transaction,
  { url, events, active }: NewEndpoint,
  author: Author,
): number {
  const endpoints = tx.select({ count: count() }).from(webhookEndpoints).get()?.count ?? 0;
  if (endpoints >= MOST_ENDPOINTS) {
    throw conflict(`There are ${MOST_ENDPOINTS} endpoints, which is the limit. Delete one first.`);
  }
  const row = { url, events: events as WebhookType[], active, secret: newSecret() };
  return insertRow(tx, webhookEndpoints, row, author).id;
}

/** Returns why an endpoint cannot have this address. Host names are resolved and checked when sending. */
export function findUrlFault(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !["https:", "http:"].includes(url.protocol)) {
    return "Address must begin with https://";
  }
  if (url.username || url.password) {
    return "Address can't contain a user name or a password, because it is shown in lists";
  }
  const isInsecure = url.protocol === "http:" && !isPrivateHost(url.hostname);
  return isInsecure ? "Address must begin with https://, not with http://" : undefined;
}

/** Whether a host can only be on this machine or in a private network. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return isAddress(host) ? !isPublicAddress(host) : !host.includes(".");
}

/** Gives an endpoint a new secret, which also signs the events that wait. */
export function replaceSecret(tx: Transaction, id: number, author: Author): void {
  updateRow(tx, webhookEndpoints, id, { secret: newSecret() }, author);
}

/** Sends a test event now. Throws AppError `conflict` with the reason when it is not accepted. */
export async function sendTestEvent(
  deps: Pick<Deps, "clock" | "postWebhook" | "stopping">,
  { id, data, author }: { id: number; data: object; author: Author & Pick<Db, "write"> },
): Promise<void> {
  // A write, because it checks the rights again.
  const endpoint = author.write((tx) =>
    tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).get(),
  );
  if (!endpoint) throw unknownRow();
  const payload = payloadOf({ type: "test", at: author.now, data });
  const outcome = await post(deps, endpoint, { messageId: `test_${randomUUID()}`, payload });
  const problem = findProblem(outcome);
  if (problem !== null) throw conflict(problem);
  author.write((tx) => markWorking(tx, id, author));
}

function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}
