import { eq } from "drizzle-orm";
import type { Reader, Transaction } from "./client.ts";
import { jobCursors } from "./store-schema.ts";

export function findCursor(db: Pick<Reader, "select">, name: string): number | undefined {
  return db.select().from(jobCursors).where(eq(jobCursors.name, name)).get()?.value;
}

export function moveCursor(tx: Transaction, name: string, value: number): void {
  tx.insert(jobCursors)
    .values({ name, value })
    .onConflictDoUpdate({ target: jobCursors.name, set: { value } })
    .run();
}
