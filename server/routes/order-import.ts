import { type Context, Hono } from "hono";
import { z } from "zod";
import {
  CSV_FIELDS,
  type CsvField,
  DAY_ORDERS,
  MOST_ORDER_FILE_BYTES,
  type OrderFileAnswers,
} from "../contract/order-import.ts";
import { IMPORT_ENCODINGS, type ImportEncoding } from "../contract/tables.ts";
import { isCurrency, isTimeZone } from "../contract/known-codes.ts";
import { rowId } from "../contract/fields.ts";
import { buyerRefusals } from "../contract/refusals.ts";
import type { Deps } from "../deps.ts";
import { startOrderImport } from "../domain/order-import/import-orders.ts";
import { getImports, startMailing } from "../domain/order-import/mail-buyers.ts";
import { startUndo } from "../domain/order-import/undo-import.ts";
import type { AdminAuthor } from "../domain/sign-in/administrators.ts";
import { sha256Hex } from "../domain/tokens.ts";
import { AppError } from "../errors.ts";
import { type AdminEnv, answerOnce } from "../http/guards.ts";
import { bodyUpTo, checked, json } from "../http/json.ts";
import type { OrderFile } from "../ports/read-worker.ts";

const namesOf = <Name extends string>(values: Record<Name, unknown>) =>
  Object.keys(values) as [Name, ...Name[]];

const answers: z.ZodType<OrderFileAnswers> = z.object({
  encoding: z.enum(namesOf<ImportEncoding>(IMPORT_ENCODINGS)).optional(),
  columns: z.partialRecord(z.enum(namesOf<CsvField>(CSV_FIELDS)), z.string()).optional(),
  dayOrder: z.enum(DAY_ORDERS).optional(),
  zone: z
    .string()
    .refine(isTimeZone, { error: "This must be a name such as Europe/Rome." })
    .optional(),
  currency: z
    .string()
    .refine(isCurrency, { error: "This must be a currency code, such as eur or usd." })
    .optional(),
  products: z.record(z.string(), rowId.nullable()).optional(),
});

const fileBody = bodyUpTo(MOST_ORDER_FILE_BYTES);

/** Import of the orders of other shops. A file is sent as `multipart/form-data` with its answers. */
export const orderImportRoutes = (deps: Deps) => {
  /** Starts a job that gives or ends the access of many buyers. */
  const startOnce = (
    c: Context<AdminEnv>,
    body: unknown,
    start: (author: AdminAuthor) => void | Promise<void>,
  ) => {
    const run = async (author: AdminAuthor) => {
      author.requirePasskey();
      await start(author);
      return { status: 202, body: await getImports(deps) };
    };
    return answerOnce(c, deps, { body, work: { run } });
  };
  return new Hono<AdminEnv>()
    .get("/", async (c) => c.json(await getImports(deps), 200))
    .post("/preview", fileBody, async (c) => {
      const file = await readFile(c, deps);
      return c.json(await deps.reads.run("previewOrderFile", file, c.req.raw.signal), 200);
    })
    .post("/try", fileBody, async (c) => {
      const file = await readFile(c, deps);
      const report = await deps.reads.run("tryOrderImport", file, c.req.raw.signal);
      c.var.user.requireRights();
      return c.json(report, 200);
    })
    .post("/", fileBody, async (c) => {
      const file = await readFile(c, deps);
      const body = [sha256Hex(file.bytes), file.answers];
      return startOnce(c, body, (author) => startOrderImport(deps, file, author));
    })
    .post("/undo", json(z.object({ changeSet: rowId })), (c) => {
      const body = c.req.valid("json");
      return startOnce(c, body, (author) => startUndo(deps, body.changeSet, author));
    })
    .post("/tell", json(z.object({ expected: z.int().min(1) })), (c) => {
      const body = c.req.valid("json");
      return startOnce(c, body, (author) => startMailing(deps, body.expected, author));
    });
};

/** Reads the parts `file` and `answers` of a form. Throws AppError `malformed` and `invalid`. */
async function readFile(c: Context<AdminEnv>, { clock }: Pick<Deps, "clock">): Promise<OrderFile> {
  const form = await c.req.formData().catch(() => undefined);
  const sent = form?.get("file");
  if (!(sent instanceof File)) throw new AppError("malformed", "The form has no file.");
  const bytes = new Uint8Array(await sent.arrayBuffer());
  const sentAnswers = checked(answers, readJson(form?.get("answers")));
  return { bytes, answers: sentAnswers, now: clock.now().getTime() };
}

function readJson(text: unknown): unknown {
  if (typeof text !== "string") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("malformed", buyerRefusals.malformedJson);
  }
}
