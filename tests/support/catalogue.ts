import { createHash } from "node:crypto";
import type { Db } from "../../db/client.ts";
import { insertRow, updateRow } from "../../db/record.ts";
import { files, fileVersions, productFiles, products } from "../../db/schema.ts";

type NewProduct = Partial<Omit<typeof products.$inferInsert, "name">> & {
  name: string;
  /** Contents of the product's files, one file each. */
  contents?: string[];
};

/** Puts a product on sale, with one stored file per content; returns its id. */
export async function addProduct(
  { db, saveFile, now }: { db: Db; saveFile: (bytes: Uint8Array) => Promise<string>; now: Date },
  { contents = [], ...product }: NewProduct,
): Promise<number> {
  const author = { actor: "test", now };
  const slug = product.name.toLowerCase().replaceAll(" ", "-");
  const stored = await Promise.all(
    contents.map(async (content) => {
      const bytes = new TextEncoder().encode(content);
      return { sha256: await saveFile(bytes), bytes: bytes.byteLength, pages: 1 };
    }),
  );
  return db.write((tx) => {
    const row = insertRow(
      tx,
      products,
      { slug, price: 1200, type: "digital", images: [], features: [], ...product },
      author,
    );
    for (const [position, version] of stored.entries()) {
      const title = `${product.name} ${position + 1}`;
      const file = insertRow(tx, files, { slug: `${slug}-${position + 1}`, title }, author);
      const current = insertRow(tx, fileVersions, { fileId: file.id, ...version }, author);
      updateRow(tx, files, file.id, { currentVersionId: current.id }, author);
      insertRow(tx, productFiles, { productId: row.id, fileId: file.id, position }, author);
    }
    return row.id;
  });
}

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
