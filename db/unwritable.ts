const UNWRITABLE = /^SQLITE_(FULL|READONLY|IOERR|BUSY|LOCKED|CANTOPEN)/;

/** Reports whether a write failed because of a disk error or another process's lock. */
export function isUnwritable(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && UNWRITABLE.test(String(error.code));
}

export function wroteIfPossible(write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    if (isUnwritable(error)) return false;
    throw error;
  }
}
