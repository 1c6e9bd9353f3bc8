import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { formatRoom } from "../contract/format.ts";

/** What is left to others on the disk: the store goes on writing there. */
const LEAST_LEFT_BYTES = 32_000_000;

/** Why so many bytes have no room in a folder that exists; undefined when they have. */
export async function findNoRoom(folder: string, bytes: number): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes + LEAST_LEFT_BYTES;
  if (bavail * bsize >= needed) return undefined;
  const [asked, free] = [formatRoom(needed), formatRoom(bavail * bsize)];
  return `${asked} are needed in ${folder} and ${free} are free: make room`;
}

/** How large a copy of a database can be that stands here. */
export function databaseBytes(database: string): number {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return sizeOf(database) + sizeOf(`${database}-wal`);
}
