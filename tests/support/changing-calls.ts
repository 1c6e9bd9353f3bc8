import { insertRow, updateRow } from "../../db/record.ts";
import {
  contactSubmissions,
  emails,
  orderItems,
  orderNotes,
  orders,
  webhookEvents,
} from "../../db/schema.ts";
import type { Browser } from "./browser.ts";
import { MESSAGE } from "./contact.ts";
import { SITE } from "./create-test-app.ts";
import { type Desk, newKey } from "./desk-shop.ts";
import { itemsOf } from "./money.ts";
import { MINUTE_MS } from "./shop.ts";
import { changesOf, newestChange } from "./table-calls.ts";
import { makePdf, PICTURES } from "./uploads.ts";

/** A request to send; its body is one text, so that a test can hold part of it back. */
export type Sent = {
  method: "POST" | "PUT" | "DELETE";
  path: string;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

/** A call that changes data and is only for administrators. */
export type ChangingCall = {
  /** Name as in `tests/support/call-table.ts`; for an action, its table and name. */
  name: string;
  /** Prepares the desk and returns a request that changes data. */
  prepare: (desk: Desk) => Sent | Promise<Sent>;
};

/** Sends a request from this browser; `body` may also be a stream. */
export async function send(
  browser: Pick<Browser, "send">,
  { method, path, body, headers }: Omit<Sent, "body"> & { body?: BodyInit | undefined },
): Promise<{ status: number; reason: unknown; body: Record<string, unknown> }> {
  const init = { method, headers: { Origin: SITE, ...headers }, ...(body && { body }) };
  const answer = await browser.send(path, init);
  const told = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, reason: told["reason"], body: told };
}

/** A body whose second half waits for `release`; `asked` resolves when the reader waits for it. */
export function holdBody(content: Sent["body"] = "{}") {
  const bytes = Buffer.from(content);
  const half = Math.ceil(bytes.length / 2);
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const parts = [bytes.subarray(0, half), bytes.subarray(half)];
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = parts.shift();
        if (!part) return controller.close();
        if (parts.length === 0) {
          asked.resolve();
          await released.promise;
        }
        controller.enqueue(new Uint8Array(part));
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, asked: asked.promise, release: () => released.resolve() };
}

const JSON_TYPE = { "Content-Type": "application/json" };
const row = (method: "POST" | "PUT", path: string, body: object): Sent => ({
  method,
  path,
  body: JSON.stringify(body),
  headers: JSON_TYPE,
});
const keyed = (method: "POST" | "DELETE", path: string): Sent => ({
  method,
  path,
  headers: { "Idempotency-Key": newKey() },
});

const by = ({ clock }: Desk) => ({ actor: "test", now: clock.now() });

/** An action on the row that `plant` creates. */
function action(
  name: `${string}/${string}`,
  plant: (desk: Desk) => number,
  values: object | ((desk: Desk) => Promise<object>) = {},
): ChangingCall {
  const [table, verb] = name.split("/");
  const valuesIn = typeof values === "function" ? values : async () => values;
  return {
    name,
    prepare: async (desk) => ({
      ...row("POST", `/api/tables/${table}/${plant(desk)}/actions/${verb}`, await valuesIn(desk)),
      headers: { ...JSON_TYPE, "Idempotency-Key": newKey() },
    }),
  };
}

const message =
  (status: "new" | "done") =>
  (desk: Desk): number => {
    const { name, email, message: text } = MESSAGE;
    const values = { name, email, message: text, status };
    return desk.db.write((tx) => insertRow(tx, contactSubmissions, values, by(desk)).id);
  };

const note =
  (isDone: boolean) =>
  (desk: Desk): number => {
    const doneAt = isDone ? desk.clock.now() : null;
    const values = { orderId: desk.orderId, kind: "other_total", doneAt } as const;
    return desk.db.write((tx) => insertRow(tx, orderNotes, values, by(desk)).id);
  };

const firstItem = (desk: Desk): number => itemsOf(desk)[0]?.id ?? 0;

function withdrawnItem(desk: Desk): number {
  const values = { revokedAt: desk.clock.now(), revokeReason: "owner" } as const;
  return desk.db.write((tx) => updateRow(tx, orderItems, firstItem(desk), values, by(desk)).id);
}

function deadMail(desk: Desk): number {
  return desk.db.write((tx) => updateRow(tx, emails, 1, { status: "dead" }, by(desk)).id);
}

function waitingEvent(desk: Desk): number {
  const told = { eventId: "evt_1", type: "plan.created", about: "other", payload: "{}" } as const;
  const values = { ...told, nextAttemptAt: desk.clock.now() };
  return desk.db.write((tx) => insertRow(tx, webhookEvents, values, by(desk)).id);
}

function doubleOrder(desk: Desk): number {
  const values = { doubleOfId: desk.orderId };
  return desk.db.write((tx) => updateRow(tx, orders, desk.orderId, values, by(desk)).id);
}

/** A product's file with a newer version than its buyers have received. */
function newVersion(desk: Desk): number {
  const now = desk.clock.now().getTime() + 1;
  desk.db.sqlite.prepare("UPDATE file_versions SET created_at = ?").run(now);
  return 1;
}

async function upload(kind: "media" | "file"): Promise<Sent> {
  const bytes = kind === "media" ? PICTURES["image/png"] : await makePdf(1);
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(bytes)]), "file.png");
  const form = new Request("http://localhost", { method: "POST", body });
  const headers = { "Content-Type": form.headers.get("Content-Type") ?? "" };
  return {
    method: "POST",
    path: `/api/upload/${kind}`,
    body: new Uint8Array(await form.arrayBuffer()),
    headers,
  };
}

/** Enables backups for the desk's in-memory database; returns the name of the first backup. */
async function keepBackups({ deps, clock }: Desk): Promise<string> {
  const names: string[] = [];
  const described = (name: string) => ({
    name,
    path: `/${name}`,
    at: clock.now(),
    bytes: 1,
    missing: 0,
    isByHand: true,
  });
  Object.assign(deps.backups, {
    make: async () => names.push(`papercub-${names.length}.tar`) > 0,
    list: async () => names.map(described),
    find: async (name: string) => (names.includes(name) ? described(name) : undefined),
    remove: async (name: string) => void names.splice(names.indexOf(name), 1),
  } satisfies Partial<typeof deps.backups>);
  await deps.backups.make({ isByHand: true });
  return "papercub-0.tar";
}

/**
 * All calls that change data and are only for administrators; a test compares the list with the
 * routes.
 */
export const CHANGING_CALLS: readonly ChangingCall[] = [
  {
    name: "POST /api/tables/{table}",
    prepare: () => row("POST", "/api/tables/users", { email: "own@example.com", is_admin: true }),
  },
  {
    name: "PUT /api/tables/{table}/{id}",
    prepare: ({ pack }) => row("PUT", `/api/tables/products/${pack}`, { badge: "SALE" }),
  },
  {
    name: "DELETE /api/tables/{table}/{id}",
    prepare: (desk) => ({
      method: "DELETE",
      path: `/api/tables/contact_submissions/${message("new")(desk)}`,
    }),
  },
  {
    name: "POST /api/tables/{table}/bulk",
    prepare: (desk) =>
      row("POST", "/api/tables/products/bulk", {
        action: "update",
        filter: {},
        expected: 2,
        sequence: newestChange(desk),
        values: { badge: "SALE" },
      }),
  },
  {
    name: "POST /api/tables/{table}/import",
    prepare: () => ({
      method: "POST",
      path: "/api/tables/users/import",
      body: "email,is_admin\nown@example.com,true\n",
      headers: { "Content-Type": "text/csv" },
    }),
  },
  {
    name: "POST /api/admin/change-sets/{id}/undo",
    async prepare(desk) {
      await desk.admin.change("products", desk.pack, { badge: "SALE" });
      return keyed("POST", `/api/admin/change-sets/${changesOf(desk, "products").at(-1)?.id}/undo`);
    },
  },
  { name: "POST /api/upload/media", prepare: () => upload("media") },
  { name: "POST /api/upload/file", prepare: () => upload("file") },
  {
    name: "POST /api/admin/backups",
    async prepare(desk) {
      await keepBackups(desk);
      return keyed("POST", "/api/admin/backups");
    },
  },
  {
    name: "DELETE /api/admin/backups/{name}",
    prepare: async (desk) => keyed("DELETE", `/api/admin/backups/${await keepBackups(desk)}`),
  },
  {
    name: "POST /api/admin/health/test-mail",
    prepare: () => keyed("POST", "/api/admin/health/test-mail"),
  },
  {
    name: "POST /api/admin/health/check-payments",
    prepare: () => keyed("POST", "/api/admin/health/check-payments"),
  },
  {
    name: "POST /api/forms/submit",
    prepare: () =>
      row("POST", "/api/forms/submit", {
        formId: "admin_subscription_records_form",
        user_id: 1,
        email: "member@example.com",
        session_id: "cs_test_by_hand",
      }),
  },
  action("orders/send_again", ({ clock, orderId }) => {
    clock.advance(2 * MINUTE_MS);
    return orderId;
  }),
  action("orders/correct_email", ({ orderId }) => orderId, { email: "other@example.com" }),
  action("orders/refund", ({ orderId }) => orderId, { amount: 3700 }),
  action(
    "orders/give_product",
    ({ orderId }) => orderId,
    async ({ addProduct }) => ({
      product_id: await addProduct({ name: "Mazes", price: 900, contents: ["mazes"] }),
      send_mail: true,
    }),
  ),
  action("orders/settle_double", doubleOrder),
  action("order_items/refund_line", firstItem),
  action("order_items/withdraw", firstItem),
  action("order_items/restore", withdrawnItem),
  action("order_notes/settle", note(false)),
  action("order_notes/reopen", note(true)),
  action("emails/try_again", deadMail),
  action("webhook_events/handle_again", waitingEvent),
  action("contact_submissions/answer", message("new"), { answer: "Here it is." }),
  action("contact_submissions/mark_done", message("new")),
  action("contact_submissions/reopen", message("done")),
  action("product_files/tell_buyers", newVersion),
];
