const UNWRITABLE = /^SQLITE_(FULL|READONLY|IOERR|BUSY|LOCKED|CANTOPEN)/;

/** Whether a write failed because of the disk or the lock of another process. */
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
