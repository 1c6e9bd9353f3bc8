import type {
  OrderFileAnswers,
  OrderImportReport,
  OrderImports,
} from "../../server/contract/order-import.ts";
import { orderItems, orders, users } from "../../db/schema.ts";
import { DAY_MS } from "../../server/contract/time.ts";
import type { Browser } from "./browser.ts";
import { SITE, type TestApp } from "./create-test-app.ts";
import { signIn } from "./shop.ts";
import { changeRow } from "./rows.ts";

export const ORDER_IMPORT = "/api/admin/order-import";

type Shop = Pick<TestApp, "app" | "db" | "clock">;

function signInOwner(t: Shop): Browser {
  const owner = signIn(t, "owner@example.com", { lifetimeMs: 365 * DAY_MS });
  changeRow(t, users, owner.userId, { isAdmin: true });
  return owner;
}

/** Returns the calls of an administrator who imports orders. */
export function importer(t: Shop, owner: Pick<Browser, "send" | "get" | "post"> = signInOwner(t)) {
  const send = async (...file: SentFile) => {
    const { method, body, headers, path } = await orderFileRequest(...file);
    return owner.send(path, { method, body, headers: { Origin: SITE, ...headers } });
  };
  const state = async () => (await (await owner.get(ORDER_IMPORT)).json()) as OrderImports;
  const finished = async (started: Response): Promise<OrderImports> => {
    if (started.status !== 202) throw new Error(`${started.status}: ${await started.text()}`);
    for (;;) {
      const now = await state();
      if (!now.work?.isRunning) return now;
      await new Promise(setImmediate);
    }
  };
  return {
    owner,
    state,
    send,
    async dryRun(bytes: Uint8Array, answers: OrderFileAnswers) {
      return (await (await send("/try", bytes, answers)).json()) as OrderImportReport;
    },
    importFile: async (bytes: Uint8Array, answers: OrderFileAnswers) =>
      finished(await send("", bytes, answers)),
    undo: async (changeSet: number) =>
      finished(await owner.post(`${ORDER_IMPORT}/undo`, { changeSet })),
    tell: async (expected: number) =>
      finished(await owner.post(`${ORDER_IMPORT}/tell`, { expected })),
    rows: () => ({
      orders: t.db.select().from(orders).all(),
      items: t.db.select().from(orderItems).all(),
    }),
  };
}

type SentFile = [path: string, bytes: Uint8Array, answers: OrderFileAnswers];

/** Returns the request that sends a file to a call of the import. */
export async function orderFileRequest(...[path, bytes, answers]: SentFile) {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(bytes)], "orders.csv", { type: "text/csv" }));
  form.set("answers", JSON.stringify(answers));
  const request = new Request("http://localhost", { method: "POST", body: form });
  // The type names the boundary, and is gone once the body has been read.
  const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
  const body = new Uint8Array(await request.arrayBuffer());
  return { method: "POST" as const, path: ORDER_IMPORT + path, body, headers };
}
