import { z } from "zod";
import { MODES } from "../contract/site.ts";

/** First entry of an archive; lists all other entries in order. */
export const MANIFEST_NAME = "manifest.json";
/** Last entry of format 1 archives. Ignored: the manifest already contains each entry's hash. */
export const SEAL_NAME = "manifest.sha256";
export const DATABASE_NAME = "papercub.sqlite";
export const SECRET_NAME = "app-secret";

/** Incremented when older programs cannot read new archives. */
const FORMAT = 2;
const READABLE_FORMATS = [1, FORMAT];
const SHA256 = /^[0-9a-f]{64}$/;
const FILE_NAME = /^files\/([0-9a-f]{64})\.pdf$/;

export type ArchiveEntry = { name: string; bytes: number; sha256: string };

/** Returns the name of a stored file in an archive, the same as in the data directory. */
export function fileEntryName(sha256: string): string {
  return `files/${sha256}.pdf`;
}

const entrySchema = z
  .object({ name: z.string(), bytes: z.int().min(0), sha256: z.string().regex(SHA256) })
  .refine(({ name, sha256 }) => {
    const file = FILE_NAME.exec(name)?.[1];
    return file === undefined ? [DATABASE_NAME, SECRET_NAME].includes(name) : file === sha256;
  });

const manifestSchema = z
  .object({
    format: z.literal(READABLE_FORMATS),
    program: z.string().max(100),
    schema: z.int().min(1),
    mode: z.enum(MODES),
    madeAt: z.iso.datetime(),
    /** Identifies the shop's secret without revealing it; null if the store had no secret yet. */
    shopId: z.string().max(100).nullable(),
    /** `elsewhere`: the stored files are in a bucket, not in the archive. */
    files: z.enum(["inside", "elsewhere"]),
    /** SHA-256 of files that the database references but the backup could not read. */
    missing: z.array(z.string().regex(SHA256)),
    entries: z.array(entrySchema),
  })
  .refine(({ entries }) => {
    const names = new Set(entries.map(({ name }) => name));
    return names.size === entries.length && names.has(DATABASE_NAME);
  });

export type Manifest = z.infer<typeof manifestSchema>;

export function newManifest(facts: Omit<Manifest, "format">): Manifest {
  return { format: FORMAT, ...facts };
}

/** Parses a manifest; undefined if it is invalid or has a newer format. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function bytesOf({ entries }: Pick<Manifest, "entries">): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, 0);
}

export function isFileEntry({ name }: Pick<ArchiveEntry, "name">): boolean {
  return FILE_NAME.test(name);
}
