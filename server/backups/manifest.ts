import { z } from "zod";
import { MODES } from "../contract/site.ts";

/** Stands first in an archive: what follows it, in that order. */
export const MANIFEST_NAME = "manifest.json";
/** Stands last: the SHA-256 of the manifest, without which an archive was cut short. */
export const SEAL_NAME = "manifest.sha256";
export const DATABASE_NAME = "papercub.sqlite";
export const SECRET_NAME = "app-secret";

/** Changes when an older program could not read an archive any more. */
const FORMAT = 1;
const SHA256 = /^[0-9a-f]{64}$/;
const FILE_NAME = /^files\/([0-9a-f]{64})\.pdf$/;

/** A file in an archive. */
export type Entry = { name: string; bytes: number; sha256: string };

/** The name of a stored file in an archive, as in the data directory. */
export function fileEntryName(sha256: string): string {
  return `files/${sha256}.pdf`;
}

const entrySchema = z
  .object({ name: z.string(), bytes: z.int().min(0), sha256: z.string().regex(SHA256) })
  .refine(({ name, sha256 }) => {
    const file = FILE_NAME.exec(name)?.[1];
    // Stored files are named by what they hold.
    return file === undefined ? [DATABASE_NAME, SECRET_NAME].includes(name) : file === sha256;
  });

const manifestSchema = z
  .object({
    format: z.literal(FORMAT),
    /** The version of the program that made it. */
    program: z.string().max(100),
    /** How many migrations the database has had. */
    schema: z.int().min(1),
    mode: z.enum(MODES),
    madeAt: z.iso.datetime(),
    /** Tells whether a secret is the one of this shop, and says nothing about it; null where none was made. */
    shopId: z.string().max(100).nullable(),
    /** `elsewhere`: in a file store of their own, which no archive holds. */
    files: z.enum(["inside", "elsewhere"]),
    /** Stored files that rows name, and that could not be read. */
    missing: z.array(z.string().regex(SHA256)),
    entries: z.array(entrySchema),
  })
  .refine(({ entries }) => {
    const names = new Set(entries.map(({ name }) => name));
    return names.size === entries.length && names.has(DATABASE_NAME);
  });

/** What an archive says of itself. */
export type Manifest = z.infer<typeof manifestSchema>;

export function newManifest(facts: Omit<Manifest, "format">): Manifest {
  return { format: FORMAT, ...facts };
}

/** The manifest that a text is; undefined when it is none, or one that this program does not know. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The bytes of all that an archive holds. */
export function bytesOf({ entries }: Pick<Manifest, "entries">): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Whether an entry is a stored file. */
export function isFileEntry({ name }: Pick<Entry, "name">): boolean {
  return FILE_NAME.test(name);
}
