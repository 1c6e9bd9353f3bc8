/** Thrown by a page that sends its visitor elsewhere this time; the next answer may differ. */
export class SentElsewhere extends Error {
  override readonly name = "SentElsewhere";

  constructor(readonly href: string) {
    super(`Sent on to ${href}`);
  }
}

/** Thrown by a page that has nothing to show at its address. */
export class NothingHere extends Error {
  override readonly name = "NothingHere";
}

/** A reading that its page can do without: a failure is reported, and the page has `instead`. */
export function orInstead<Value, Instead>(
  reading: Promise<Value>,
  instead: Instead,
  report: (error: unknown) => void,
): Promise<Value | Instead> {
  return reading.catch((error: unknown) => {
    report(error);
    return instead;
  });
}
