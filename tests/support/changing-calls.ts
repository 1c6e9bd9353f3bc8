import { insertRow, updateRow } from "../../db/record.ts";
import { contactSubmissions, withdrawals } from "../../db/buyer-schema.ts";
import { testimonials } from "../../db/content-schema.ts";
import { passkeyChanges } from "../../db/passkey-schema.ts";
import { emails, orderItems, orderNotes, orders } from "../../db/schema.ts";
import { webhookDeliveries, webhookEvents } from "../../db/store-schema.ts";
import { createAuthenticator, recordPasskeyCheck, storePasskey } from "./authenticator.ts";
import { MESSAGE } from "./contact.ts";
import { type Desk, newKey } from "./desk-shop.ts";
import type { Sent } from "./held-body.ts";
import { wantNews } from "./mail.ts";
import { itemsOf } from "./money.ts";
import { importer, orderFileRequest } from "./order-import-world.ts";
import { changeSettings } from "./shop-settings.ts";
import { MINUTE_MS } from "./shop.ts";
import { changesOf, newestChange } from "./table-calls.ts";
import { makePdf, PICTURES } from "./uploads.ts";
import { addEndpoint } from "./webhook-receiver.ts";

type RowOf = (desk: Desk) => number | Promise<number>;
type Prepare = (desk: Desk) => Sent | Promise<Sent>;

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

const keyedBody = (path: string, body: object): Sent => ({
  ...row("POST", path, body),
  headers: { ...JSON_TYPE, "Idempotency-Key": newKey() },
});

/** An export with one sale, and the answers to import it. */
const ONE_SALE = [
  new TextEncoder().encode(
    "Purchase ID,Item Name,Purchase Email,Purchase Date,Sale Price ($)\n1,Pack,a@example.com,2025-03-04,9.00\n",
  ),
  { products: { Pack: 1 } },
] as const;

const by = ({ clock }: Desk) => ({ actor: "test", now: clock.now() });

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

function waitingItem(desk: Desk): number {
  const values = { accessFrom: new Date(desk.clock.now().getTime() + 60_000) };
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

function openWithdrawal(desk: Desk): number {
  const values = { name: "Anna", email: "anna@example.com", statement: "I withdraw." };
  const row = { ...values, orderId: desk.orderId };
  return desk.db.write((tx) => insertRow(tx, withdrawals, row, by(desk)).id);
}

function newReview(desk: Desk): number {
  const sent = { text: "Good.", author: "Anna", stars: 5, sentText: "Good.", sentStars: 5 };
  const values = { ...sent, orderId: desk.orderId, active: false, undecided: true };
  return desk.db.write((tx) => insertRow(tx, testimonials, values, by(desk)).id);
}

function changedPasskey(desk: Desk): number {
  const values = { email: "owner@example.com", name: "Laptop", change: "added" } as const;
  return desk.db.write((tx) => insertRow(tx, passkeyChanges, values, by(desk)).id);
}

function wantedNews(desk: Desk): number {
  wantNews(desk);
  return 1;
}

function doubleOrder(desk: Desk): number {
  const values = { duplicateOfId: desk.orderId };
  return desk.db.write((tx) => updateRow(tx, orders, desk.orderId, values, by(desk)).id);
}

/** Opens or closes a shop where every required step of the checklist is done. */
const readyShop =
  (isOpen: boolean): RowOf =>
  async (desk) => {
    const seller = { sellerName: "Anna Bee", sellerAddress: "Street 1", sellerCountry: "DE" };
    changeSettings(desk, { brand: "Bee", isOpen, ...seller });
    // Opening runs the health checks, and their first run stores its time.
    await desk.admin.call("GET", "/api/admin/health");
    return 1;
  };

/** Makes the stored file versions newer than the purchases; returns the id of a file. */
function newVersion(desk: Desk): number {
  wantNews(desk);
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
export async function keepBackups({ deps, clock }: Desk): Promise<string> {
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

function addPasskey(desk: Desk): void {
  storePasskey(desk, desk.admin.userId);
  recordPasskeyCheck(desk, desk.admin);
}

const CODE = { code: "SPRING", percentOff: 50, amountOff: null };
export const NEW_CODE = { ...CODE, productIds: [1], expiresAt: null, maxUses: null };

/** Functions that prepare the desk and return a request that changes data, by call name. */
const CALLS: Record<string, Prepare> = {
  "POST /api/tables/{table}": () =>
    row("POST", "/api/tables/users", { email: "own@example.com", is_admin: true }),
  "PUT /api/tables/{table}/{id}": ({ pack }) =>
    row("PUT", `/api/tables/products/${pack}`, { badge: "SALE" }),
  "DELETE /api/tables/{table}/{id}": (desk) => ({
    method: "DELETE",
    path: `/api/tables/contact_submissions/${message("new")(desk)}`,
  }),
  "POST /api/tables/{table}/bulk": (desk) =>
    row("POST", "/api/tables/products/bulk", {
      action: "update",
      filter: {},
      expected: 2,
      sequence: newestChange(desk),
      values: { badge: "SALE" },
    }),
  "POST /api/tables/{table}/import": () => ({
    method: "POST",
    path: "/api/tables/users/import",
    body: "email,is_admin\nown@example.com,true\n",
    headers: { "Content-Type": "text/csv" },
  }),
  async "POST /api/admin/change-sets/{id}/undo"(desk) {
    await desk.admin.change("products", desk.pack, { badge: "SALE" });
    return keyed("POST", `/api/admin/change-sets/${changesOf(desk, "products").at(-1)?.id}/undo`);
  },
  "POST /api/upload/media": () => upload("media"),
  "POST /api/upload/file": () => upload("file"),
  async "POST /api/admin/backups"(desk) {
    await keepBackups(desk);
    return keyed("POST", "/api/admin/backups");
  },
  "POST /api/admin/order-import": async () => {
    const sent = await orderFileRequest("", ...ONE_SALE);
    return { ...sent, headers: { ...sent.headers, "Idempotency-Key": newKey() } };
  },
  async "POST /api/admin/order-import/undo"(desk) {
    const { imports } = await importer(desk, desk.admin).importFile(...ONE_SALE);
    return keyedBody("/api/admin/order-import/undo", { changeSet: imports[0]?.changeSet });
  },
  async "POST /api/admin/order-import/tell"(desk) {
    await importer(desk, desk.admin).importFile(...ONE_SALE);
    return keyedBody("/api/admin/order-import/tell", { expected: 1 });
  },
  "DELETE /api/admin/backups/{name}": async (desk) =>
    keyed("DELETE", `/api/admin/backups/${await keepBackups(desk)}`),
  async "POST /api/admin/passkeys"({ admin }) {
    const { body } = await admin.call<{ challenge: string }>(
      "POST",
      "/api/admin/passkeys/challenge",
    );
    return row("POST", "/api/admin/passkeys", createAuthenticator().create(body));
  },
  "PUT /api/admin/passkeys/{id}": (desk) => {
    addPasskey(desk);
    return row("PUT", "/api/admin/passkeys/1", { name: "Desk" });
  },
  "DELETE /api/admin/passkeys/{id}": (desk) => {
    addPasskey(desk);
    return { method: "DELETE", path: "/api/admin/passkeys/1" };
  },
  "POST /api/discounts": () => {
    const { headers, ...sent } = row("POST", "/api/discounts", NEW_CODE);
    return { ...sent, headers: { ...headers, "Idempotency-Key": newKey() } };
  },
  async "POST /api/discounts/{id}/end"({ admin, simulator }) {
    await admin.call("POST", "/api/discounts", { body: NEW_CODE });
    const [code] = simulator.context.store.list("promotion_code");
    return keyed("POST", `/api/discounts/${code?.id}/end`);
  },
  "POST /api/admin/health/test-mail": () => keyed("POST", "/api/admin/health/test-mail"),
  "POST /api/admin/health/check-payments": () => keyed("POST", "/api/admin/health/check-payments"),
  "POST /api/forms/submit": () =>
    row("POST", "/api/forms/submit", {
      formId: "admin_subscription_records_form",
      user_id: 1,
      email: "member@example.com",
      session_id: "cs_test_by_hand",
    }),
};

type Values = object | ((desk: Desk) => Promise<object>);

/** Target row and input values of each action. */
function failingEndpoint(desk: Desk): number {
  desk.deps.postWebhook = async () => ({ status: 204 });
  return addEndpoint(desk, { url: "https://hooks.example/in", failingSince: desk.clock.now() });
}

function sentDelivery(desk: Desk): number {
  const endpointId = failingEndpoint(desk);
  const about = { endpointId, type: "order.paid", messageId: "m1", subject: "orders:1" } as const;
  const sent = { payload: "{}", status: "sent", nextAttemptAt: desk.clock.now() } as const;
  return desk.db.write((tx) => insertRow(tx, webhookDeliveries, { ...about, ...sent }, by(desk)))
    .id;
}

const ACTIONS: Record<string, [rowOf: RowOf, values?: Values]> = {
  "orders/send_again": [
    ({ clock, orderId }) => {
      clock.advance(2 * MINUTE_MS);
      return orderId;
    },
  ],
  "orders/correct_email": [({ orderId }) => orderId, { email: "other@example.com" }],
  "orders/refund": [({ orderId }) => orderId, { amount: 3700 }],
  "orders/give_product": [
    ({ orderId }) => orderId,
    async ({ addProduct }) => ({
      product_id: await addProduct({ name: "Mazes", price: 900, contents: ["mazes"] }),
      send_mail: true,
    }),
  ],
  "orders/dismiss_duplicate": [doubleOrder],
  "order_items/refund_line": [firstItem],
  "order_items/revoke": [firstItem],
  "order_items/restore": [withdrawnItem],
  "order_items/deliver_now": [waitingItem],
  "order_notes/mark_done": [note(false)],
  "order_notes/reopen": [note(true)],
  "emails/try_again": [deadMail],
  "webhook_events/handle_again": [waitingEvent],
  "webhook_endpoints/send_test": [failingEndpoint],
  "webhook_endpoints/replace_secret": [failingEndpoint],
  "webhook_deliveries/send_again": [sentDelivery],
  "withdrawals/mark_done": [openWithdrawal],
  // The first user is the buyer.
  "users/delete_account": [() => 1, { end_access: true }],
  "mail_preferences/stop": [wantedNews],
  "passkey_changes/acknowledge": [changedPasskey],
  "contact_submissions/answer": [message("new"), { answer: "Here it is." }],
  "contact_submissions/mark_done": [message("new")],
  "contact_submissions/reopen": [message("done")],
  "product_files/notify_buyers": [newVersion],
  "testimonials/show_review": [newReview],
  "testimonials/hide_review": [newReview],
  "settings/open_shop": [readyShop(false)],
  "settings/close_shop": [readyShop(true)],
};

const prepareAction =
  (name: string, rowOf: RowOf, values: Values = {}): Prepare =>
  async (desk) => {
    const [table, action] = name.split("/");
    const body = typeof values === "function" ? await values(desk) : values;
    const sent = row("POST", `/api/tables/${table}/${await rowOf(desk)}/actions/${action}`, body);
    return { ...sent, headers: { ...JSON_TYPE, "Idempotency-Key": newKey() } };
  };

/** All administrator-only calls that change data; a test compares the list with the routes. */
export const CHANGING_CALLS = [
  ...Object.entries(CALLS).map(([name, prepare]) => ({ name, prepare })),
  ...Object.entries(ACTIONS).map(([name, [rowOf, values]]) => ({
    name,
    prepare: prepareAction(name, rowOf, values),
  })),
];
