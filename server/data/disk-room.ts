import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { formatRoom } from "../contract/files.ts";
import { errorCodeOf, CommandError } from "../errors.ts";

/** Disk space to leave free, because the running store keeps writing. */
const LEAST_LEFT_BYTES = 32_000_000;

export async function findNoRoom(folder: string, bytes: number): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes + LEAST_LEFT_BYTES;
  if (bavail * bsize >= needed) return undefined;
  const [asked, free] = [formatRoom(needed), formatRoom(bavail * bsize)];
  return `${asked} are needed in ${folder} and ${free} are free: make room`;
}

export function databaseBytes(database: string): number {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return sizeOf(database) + sizeOf(`${database}-wal`);
}

const FULL = /^(ENOSPC|EDQUOT|SQLITE_FULL)$/;
const UNUSABLE = /^(E[A-Z]+|SQLITE_(CANTOPEN|READONLY|IOERR)\w*)$/;

/** Turns a disk error into a CommandError; returns other errors unchanged. */
export function asDiskError(error: unknown, folder: string): unknown {
  const code = errorCodeOf(error);
  if (FULL.test(code)) return new CommandError(`The disk of ${folder} is full: make room.`);
  if (!UNUSABLE.test(code)) return error;
  return new CommandError(`${folder} must be a folder in which this user may write (${code}).`);
}
