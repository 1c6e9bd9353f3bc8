const MOST_KEPT = 1000;

/** The query key that names a step. */
export const STEP_PARAM = "step";

/**
 * What a posted form answered, kept for the page that the answer leads to: a page that came of a post
 * could not be gone back to without sending the form again. In memory alone, and only the newest
 * thousand: forms hold what people typed.
 */
export function keepSteps<Shown>() {
  const steps = new Map<string, Shown>();
  return {
    /** Keeps a step and returns its key. */
    keep(shown: Shown): string {
      const key = crypto.randomUUID();
      steps.set(key, shown);
      const [oldest] = steps.keys();
      if (steps.size > MOST_KEPT && oldest !== undefined) steps.delete(oldest);
      return key;
    },
    /** The step with this key; undefined when there is none, or not any more. */
    find: (key: string | undefined): Shown | undefined => steps.get(key ?? ""),
  };
}
