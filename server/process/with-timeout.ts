/** Waits at most `ms` for `work`, then rejects with `late()`. Does not cancel the work. */
export async function within<Result>(
  ms: number,
  work: () => Promise<Result>,
  late: () => Error,
): Promise<Result> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooLate.reject(late()), ms);
  return Promise.race([work(), tooLate.promise]).finally(() => clearTimeout(timer));
}
