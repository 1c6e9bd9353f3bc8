import { Hono } from "hono";
import { downloadZip } from "client-zip";
import type { CurrentUser } from "../contract/sign-in.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { Deps } from "../deps.ts";
import { accountJson, listPaidOrders } from "../domain/orders/account-data.ts";
import { findReceipt } from "../domain/orders/receipt.ts";
import { requireUser } from "../http/guards.ts";
import { streamOf } from "../http/guarded-stream.ts";
import type { AppEnv } from "../http/hono-env.ts";
import { rateLimit } from "../http/rate-limits.ts";
import { allowSlowReader } from "../http/slow-reader.ts";
import type { PageRenderer } from "../pages/page-renderer.ts";

/** Low, because each download renders all receipts of the account. */
const DOWNLOADED = { name: "account-data", points: 10, seconds: 3600, durable: true };
const STALLED_MS = MINUTE_MS;

/** Download of a user's data: a ZIP, made while it is sent. */
export const accountDataCalls = (deps: Deps, pages: PageRenderer) =>
  new Hono<AppEnv>().get(
    "/account/data",
    requireUser(deps),
    rateLimit(deps, DOWNLOADED),
    async (c) => {
      c.header("Cache-Control", "private, no-store");
      c.header("Content-Type", "application/zip");
      c.header("Content-Disposition", 'attachment; filename="my-data.zip"');
      if (c.req.method === "HEAD") return c.body(null, 200);
      allowSlowReader(c);
      const chunks = zipOf(filesOf(deps, pages, c.var.user));
      return c.body(await streamOf(chunks, { stalledMs: STALLED_MS }), 200);
    },
  );

type DataFile = { name: string; input: AsyncIterable<string> | string };

async function* filesOf(
  deps: Deps,
  pages: PageRenderer,
  user: CurrentUser,
): AsyncGenerator<DataFile> {
  yield { name: "data.json", input: accountJson(deps, user) };
  for (const number of listPaidOrders(deps, user)) {
    const receipt = findReceipt(deps, number, { user, browserHash: null });
    if (!receipt) continue;
    yield {
      name: `receipts/${number}.html`,
      input: await pages.renderReceiptFile(receipt, user),
    };
  }
}

async function* zipOf(
  files: AsyncIterable<DataFile>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const { body } = downloadZip(files);
  if (body) yield* body;
  return undefined;
}
