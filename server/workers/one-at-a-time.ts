/** Runs work in the order in which it is asked for, each after the one before it has ended. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
