import { type Licence, licenceWords } from "../../server/contract/licences.ts";

type LicenceLineProps = { licence: Licence | undefined; className?: string };

/** Name and terms of a product's licence; nothing if an older answer lacks it. */
export function LicenceLine({ licence, className = "" }: LicenceLineProps) {
  if (!licence) return null;
  const { name, terms } = licenceWords[licence];
  return (
    <p className={`text-sm text-ink-2 ${className}`}>
      <strong className="font-semibold">{name}.</strong> {terms}
    </p>
  );
}
