import { and, eq, sql } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { products } from "../../../db/schema.ts";
import { sampleDownloads } from "../../../db/store-schema.ts";
import { wroteIfPossible } from "../../../db/unwritable.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import type { Deps } from "../../deps.ts";
import { memo } from "../../process/memo.ts";
import { PDF } from "./inspect-upload.ts";
import { isSold } from "./named-files.ts";
import { findStored } from "./uploads.ts";

/** Time in which requests of one client for one sample are one download. */
const ONE_DOWNLOAD_MS = 10 * MINUTE_MS;
const MOST_REMEMBERED = 10_000;
const SHA256 = /[0-9a-f]{64}/;
/** Length of a date as YYYY-MM-DD. */
const DAY_LENGTH = 10;

export type Sample = { productId: number; name: string; sha256: string; bytes: number };

/** Finds the sample of a product on sale by the product's slug. */
export function findSample(db: Reader, slug: string): Sample | undefined {
  const { id: productId, name, sample } = products;
  const isIt = and(eq(products.slug, slug), eq(products.active, true));
  const product = db.select({ productId, name, sample }).from(products).where(isIt).get();
  const sha256 = SHA256.exec(product?.sample ?? "")?.[0];
  const stored = sha256 === undefined ? undefined : findStored(db, sha256);
  if (!product || sha256 === undefined || stored?.type !== PDF) return undefined;
  if (isSold(db, sha256)) return undefined;
  return { productId: product.productId, name: product.name, sha256, bytes: stored.bytes };
}

/**
 * Returns a function that counts a sample's downloads by day (UTC). A PDF viewer sends many range
 * requests, so a client is counted once in ten minutes. A failed write does not throw.
 */
export function sampleCounter({ db, clock }: Pick<Deps, "db" | "clock">) {
  const counted = memo<true>({
    ms: ONE_DOWNLOAD_MS,
    most: MOST_REMEMBERED,
    now: () => clock.now().getTime(),
  });
  return (productId: number, client: string): void => {
    const key = `${productId} ${client}`;
    if (counted.find(key)) return;
    counted.set(key, true);
    const day = clock.now().toISOString().slice(0, DAY_LENGTH);
    wroteIfPossible(() =>
      db.write((tx) =>
        tx
          .insert(sampleDownloads)
          .values({ productId, day, count: 1 })
          .onConflictDoUpdate({
            target: [sampleDownloads.productId, sampleDownloads.day],
            set: { count: sql`${sampleDownloads.count} + 1` },
          })
          .run(),
      ),
    );
  };
}
