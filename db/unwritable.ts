const UNWRITABLE = /^SQLITE_(FULL|READONLY|IOERR|BUSY|LOCKED|CANTOPEN)/;

/**
 * Whether a write failed because the database could not be written at all: a full or read-only disk, a
 * lock that another process keeps. Nothing of it is stored; reading goes on.
 */
export function isUnwritable(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && UNWRITABLE.test(String(error.code));
}

/** Does a write that is of no account where nothing can be written: false when it was not stored. */
export function wroteIfPossible(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (isUnwritable(error)) return false;
    throw error;
  }
}
