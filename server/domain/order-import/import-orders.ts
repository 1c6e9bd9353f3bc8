import { createHmac } from "node:crypto";
import { inArray } from "drizzle-orm";
import type { Transaction } from "../../../db/client.ts";
import type { RevokeReason } from "../../../db/enums.ts";
import { insertRow, updateRow } from "../../../db/record.ts";
import { orderItems, orders, products } from "../../../db/schema.ts";
import type { ForeignSource, ImportJob, OrderFileAnswers } from "../../contract/order-import.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import { setFirstWanted } from "../mails/mail-preferences.ts";
import { syncCredits } from "../orders/credits.ts";
import { insertItem, newOrderNumber } from "../orders/order.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { ensureUser } from "../sign-in/users.ts";
import { inBatches } from "../tables/bulk.ts";
import type { ForeignOrder, ForeignState, OrderFile } from "../../ports/read-worker.ts";
import { type OrderPlan, planOrder } from "./plan.ts";
import { JOB_BATCHES, requireRunning, startJob } from "./jobs.ts";

const REASONS: Record<Exclude<ForeignState, "paid">, RevokeReason> = {
  refunded: "refund",
  disputed: "dispute",
  revoked: "owner",
};
const ID_PURPOSE = "import-id";

const texts = {
  products:
    "A chosen product doesn't exist, or is a subscription, which can't be taken over. Choose other products.",
};

type ImportDeps = Pick<Deps, "db" | "reads" | "log" | "stopping" | "secret">;

/**
 * Starts to import the orders of a file in one change set. Known orders only lose access or get
 * refunds, so the same file changes nothing. Charges nothing and sends no mail. Throws AppError
 * `invalid` for unusable products, and `conflict` while another job runs.
 */
export function startOrderImport(deps: ImportDeps, file: OrderFile, author: AdminAuthor): void {
  const catalogue = readProducts(deps, file.answers);
  startJob(deps, "import", async (job) => {
    for await (const { source, total, orders: some } of deps.reads.readOrders(file)) {
      job.total = total;
      const before = job.done;
      const storing = { source, catalogue, author, secret: deps.secret, job };
      const store = (tx: Transaction, order: ForeignOrder) => {
        requireRunning(deps);
        storeOrder(tx, order, storing);
        job.done++;
      };
      await inBatches(author, some, store, JOB_BATCHES);
      job.done = before + some.length;
    }
  });
}

type Catalogue = {
  products: Record<string, number | null>;
  byId: ReadonlyMap<number, typeof products.$inferSelect>;
};

function readProducts({ db }: ImportDeps, { products: chosen = {} }: OrderFileAnswers): Catalogue {
  const ids = [...new Set(Object.values(chosen).filter((id) => id !== null))];
  const rows = db.select().from(products).where(inArray(products.id, ids)).all();
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (ids.some((id) => byId.get(id)?.type !== "digital")) {
    throw new AppError("invalid", texts.products);
  }
  return { products: chosen, byId };
}

type Storing = {
  source: ForeignSource;
  catalogue: Catalogue;
  author: AdminAuthor;
  secret: string;
  job: ImportJob;
};

type PlanOf<Outcome> = Extract<OrderPlan, { outcome: Outcome }>;

function storeOrder(tx: Transaction, order: ForeignOrder, storing: Storing): void {
  const { source, catalogue, author, job } = storing;
  const plan = planOrder(tx, order, { source, products: catalogue.products });
  if (plan.outcome === "changed") applyChange(tx, plan, { order, author });
  else if (plan.outcome === "added") addOrder(tx, plan, { ...storing, order });
  else return;
  job[plan.outcome]++;
}

/** Stores a new order with its access, and an account of its buyer, who has not signed in yet. */
function addOrder(
  tx: Transaction,
  { items }: PlanOf<"added">,
  { order, source, catalogue, author, secret }: Storing & { order: ForeignOrder },
): void {
  const { email, giverEmail, name, currency, total, tax, country } = order;
  const paidAt = new Date(order.paidAt);
  // Before the order, so that an undo, which starts at the end, finds the account without orders.
  ensureUser(tx, email, author);
  const row = {
    number: newOrderNumber(),
    status: "paid",
    sessionId: sessionIdOf(secret, source, order.sourceId),
    source,
    sourceId: order.sourceId,
    sourceNumber: order.number,
    email,
    giftTo: giverEmail === null ? null : email,
    giverEmail,
    customerName: name,
    currency,
    country,
    paidAt,
    totalAmount: total,
    taxAmount: tax,
    refundedAmount: order.refunded,
  } as const;
  const { id: orderId } = insertRow(tx, orders, row, author);
  const access = {
    grantedAt: paidAt,
    accessUntil: order.accessUntil === null ? null : new Date(order.accessUntil),
    ...revocation(order, author),
  };
  for (const { productId, price, paid } of items) {
    const { name: productName = "", type = "digital" } = catalogue.byId.get(productId) ?? {};
    const line = { orderId, productId, name: productName, price, type, billingPeriod: null };
    insertItem(tx, { ...line, ...access, paidAmount: paid }, author);
  }
  if (order.noMails) setFirstWanted(tx, { email, topic: "news", wanted: false, author });
}

function revocation({ state }: ForeignOrder, { now }: AdminAuthor) {
  return state === "paid" ? {} : { revokedAt: now, revokeReason: REASONS[state] };
}

function applyChange(
  tx: Transaction,
  { orderId, change: { refundedAmount, revoked, ended } }: PlanOf<"changed">,
  { order, author }: { order: ForeignOrder; author: AdminAuthor },
): void {
  if (refundedAmount !== null) updateRow(tx, orders, orderId, { refundedAmount }, author);
  for (const id of revoked) updateRow(tx, orderItems, id, revocation(order, author), author);
  for (const id of ended) {
    updateRow(tx, orderItems, id, { accessUntil: new Date(order.accessUntil ?? 0) }, author);
  }
  syncCredits(tx, { order: { id: orderId }, author });
}

/** Session id of an imported order: unguessable, and the same for each import of the order. */
function sessionIdOf(secret: string, source: ForeignSource, sourceId: string): string {
  const hash = createHmac("sha256", secret).update(`${ID_PURPOSE}\n${source}\n${sourceId}`);
  // 128 bits; all of them would double the size of the search index.
  return `import_${hash.digest("hex").slice(0, 32)}`;
}
