/**
 * Waits for `work`, which may be several calls with a time-out each, for `ms` at most; then it
 * rejects with what `late` gives. The work itself goes on, and its outcome is ignored.
 */
export async function within<Result>(
  ms: number,
  work: () => Promise<Result>,
  late: () => Error,
): Promise<Result> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooLate.reject(late()), ms);
  return Promise.race([work(), tooLate.promise]).finally(() => clearTimeout(timer));
}
