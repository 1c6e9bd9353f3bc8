/**
 * lost: something acknowledged or paid for is not there · doubled: it is there twice · unpaid: it
 * is there without a payment · orphan: a row that belongs to nothing · damaged: the file itself.
 */
export type Finding = {
  kind: "lost" | "doubled" | "unpaid" | "orphan" | "damaged";
  what: string;
};

/** How many findings of each kind there are, as a line of figures says it. */
export function countFindings(findings: Finding[]): string {
  const count = (kind: Finding["kind"]) => findings.filter((found) => found.kind === kind).length;
  return (
    `lost ${count("lost")}, doubled ${count("doubled")}, unpaid ${count("unpaid")}, ` +
    `orphans ${count("orphan")}, damaged ${count("damaged")}`
  );
}

/** A finding as it is printed. */
export function describe({ kind, what }: Finding): string {
  return `${kind}: ${what}`;
}
