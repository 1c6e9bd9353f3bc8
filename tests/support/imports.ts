import { products } from "../../db/schema.ts";
import type { ImportAnswer, ImportPreview } from "../../server/contract/tables.ts";
import { createTestApp } from "./create-test-app.ts";
import { signInAdmin } from "./table-calls.ts";

/** A shop with two products, and an administrator who imports CSV files. */
export async function openImports() {
  const t = createTestApp();
  for (const name of ["Pack", "Book"]) await t.addProduct({ name, price: 900 });
  const admin = signInAdmin(t);
  const send = (
    file: string | Blob,
    { table = "products", dryRun = false, key = "", charset = "", columns = "" } = {},
  ) => {
    const query = new URLSearchParams({
      ...(dryRun && { dryRun: "1" }),
      ...(columns && { columns }),
    });
    return admin.call<ImportAnswer>("POST", `/api/tables/${table}/import?${query}`, {
      body: file,
      headers: { ...csvType(charset), ...(key && { "Idempotency-Key": key }) },
    });
  };
  const preview = (file: string | Blob, { table = "products", charset = "" } = {}) =>
    admin.call<ImportPreview>("POST", `/api/tables/${table}/import/preview`, {
      body: file,
      headers: csvType(charset),
    });
  return { ...t, admin, send, preview, stored: () => t.db.select().from(products).all() };
}

function csvType(charset: string) {
  return { "Content-Type": `text/csv${charset && `; charset=${charset}`}` };
}

/** A CSV file in the encoding of Excel's plain “CSV”. */
export function windows1252(text: string): Blob {
  return new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]);
}
