import { createHash } from "node:crypto";
import packageJson from "../../package.json" with { type: "json" };
import { openReader, type Reader } from "../../db/client.ts";
import { findForeignSchema } from "../../db/foreign-schema.ts";
import { findDamage } from "../../db/snapshot.ts";
import type { Config } from "../config.ts";
import { findKeptSecret, pathsOf } from "../data/data-dir.ts";
import { shopIdOf } from "../domain/orders/shop-id.ts";
import { CommandError } from "../errors.ts";
import { type Content, WrongContent } from "./content.ts";
import { type DatabaseFacts, isNamed, type NamedFile, readFacts } from "./database-facts.ts";
import {
  DATABASE_NAME,
  type Entry,
  fileEntryName,
  type Manifest,
  newManifest,
  SECRET_NAME,
} from "./manifest.ts";
import { type StoredFiles, storedFilesOf } from "./stored-files.ts";

type Given = {
  config: Config;
  /** The database at work, and a copy of it as of one moment. */
  live: Pick<Reader, "sqlite">;
  copy: string;
  now: Date;
  /** Stored files that are known not to be what their names say. */
  damaged: ReadonlySet<string>;
};

type Source = { entry: Entry; open: () => Content };

/** What an archive is to hold, and how each entry is read. */
export type Gathered = { manifest: Manifest; open: (entry: Entry) => Content };

/** Throws a CommandError when the copy of the database is no good. */
export async function gather({ config, live, copy, now, damaged }: Given): Promise<Gathered> {
  const facts = proveCopy(copy);
  const secret = await findKeptSecret(pathsOf(config.dataDir).secret);
  const effective = config.appSecret ?? secret;
  const stored = storedFilesOf(config);
  const files = stored ? await findFiles(stored, { named: facts.files, live, damaged }) : NO_FILES;
  const sources = [
    await sourceOfDatabase(copy),
    ...(secret === undefined ? [] : [sourceOfSecret(secret)]),
    ...files.sources,
  ];
  const manifest = newManifest({
    program: packageJson.version,
    schema: facts.schema,
    mode: facts.mode ?? config.mode,
    madeAt: now.toISOString(),
    shopId: effective === undefined ? null : shopIdOf({ secret: effective }),
    files: stored ? "inside" : "elsewhere",
    missing: files.missing,
    entries: sources.map(({ entry }) => entry),
  });
  const opens = new Map(sources.map(({ entry, open }) => [entry.name, open]));
  return { manifest, open: ({ name }) => opens.get(name)?.() ?? [] };
}

function proveCopy(copy: string): DatabaseFacts {
  const db = openReader(copy);
  try {
    const damage = findDamage(db.sqlite);
    if (damage) throw new CommandError(`The database is damaged: ${damage}. Restore a backup.`);
    const foreign = findForeignSchema(db.sqlite);
    if (foreign)
      throw new CommandError(`A backup of this database could not be restored: ${foreign}.`);
    return readFacts(db);
  } finally {
    db.close();
  }
}

async function sourceOfDatabase(copy: string): Promise<Source> {
  const open = () => Bun.file(copy).stream();
  const hash = createHash("sha256");
  for await (const chunk of open()) hash.update(chunk);
  const { size } = await Bun.file(copy).stat();
  return { entry: { name: DATABASE_NAME, bytes: size, sha256: hash.digest("hex") }, open };
}

function sourceOfSecret(secret: string): Source {
  const content = new TextEncoder().encode(`${secret}\n`);
  const sha256 = createHash("sha256").update(content).digest("hex");
  return {
    entry: { name: SECRET_NAME, bytes: content.byteLength, sha256 },
    open: () => [content],
  };
}

const NO_FILES = { sources: [], missing: [] };

type Naming = {
  named: NamedFile[];
  live: Pick<Reader, "sqlite">;
  damaged: ReadonlySet<string>;
};

async function findFiles(stored: NonNullable<StoredFiles>, { named, live, damaged }: Naming) {
  const sources: Source[] = [];
  const missing: string[] = [];
  for (const file of named) {
    const { sha256 } = file;
    if (!damaged.has(sha256) && (await stored.has(file))) {
      const entry = { name: fileEntryName(sha256), ...file };
      sources.push({ entry, open: () => readStored(stored, entry) });
    } else if (isNamed(live, sha256)) {
      // What was dropped since the copy was made is no loss.
      missing.push(sha256);
    }
  }
  return { sources, missing };
}

async function* readStored(stored: NonNullable<StoredFiles>, entry: Entry) {
  try {
    yield* stored.read(entry.sha256);
  } catch (error) {
    // A bad sector, or dropped a moment ago: like any other content that is not there.
    if (error instanceof Error && "code" in error) throw new WrongContent(entry);
    throw error;
  }
}
