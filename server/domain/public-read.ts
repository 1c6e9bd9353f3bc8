import type { Reader } from "../../db/client.ts";

/** A query whose result all visitors share, and the tables it reads. */
export type PublicRead<Value> = { tables: readonly string[]; read: (db: Reader) => Value };

/** Runs a public read. A cache records its tables and invalidates the answer when one of them changes. */
export type ReadPublic = <Value>(read: PublicRead<Value>) => Value;
