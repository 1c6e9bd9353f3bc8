import { CommandError } from "../errors.ts";

const FULL = /^(ENOSPC|EDQUOT|SQLITE_FULL)$/;
const UNUSABLE = /^(E[A-Z]+|SQLITE_(CANTOPEN|READONLY|IOERR)\w*)$/;

/** Turns a disk error in `folder` into a CommandError; other errors are returned unchanged. */
export function asDiskError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (FULL.test(code)) return new CommandError(`The disk of ${folder} is full: make room.`);
  if (!UNUSABLE.test(code)) return error;
  return new CommandError(`${folder} must be a folder in which this user may write (${code}).`);
}
