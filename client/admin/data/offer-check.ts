import { type OfferedProduct, offerWarnings } from "../../../server/contract/offer-names.ts";
import { MOST_ROWS_A_PAGE, type TableRow } from "../../../server/contract/tables.ts";
import { adminCalls } from "./api.ts";
import type { RowWrite } from "./use-writes.tsx";

/** Warnings about offers that a write would break; empty for most writes. */
export async function findOfferWarnings(write: RowWrite): Promise<string[]> {
  const isEdit = write.kind === "update" && ("name" in write.values || "active" in write.values);
  if (!isEdit && write.kind !== "delete") return [];
  if (write.table !== "products") return [];
  const limit = String(MOST_ROWS_A_PAGE);
  // Without an answer the write itself fails.
  const page = await adminCalls.listRows("products", { limit }).catch(() => undefined);
  if (!page) return [];
  const { row: id } = write;
  const after =
    write.kind === "delete"
      ? page.data.filter((row) => row.id !== id)
      : page.data.map((row) => (row.id === id ? { ...row, ...write.values } : row));
  return offerWarnings(page.data.map(offered), after.map(offered));
}

function offered({ name, active }: Omit<TableRow, "id" | "version">): OfferedProduct {
  return { name: String(name ?? ""), active: active === true };
}
