import { adminWords } from "../../content/admin.ts";
import { wholeText } from "../app/formats.ts";
import type { CardProps } from "./card-actions.tsx";

type ValueListProps = CardProps & {
  /** The fields that are shown; all that the entry has without it. */
  names?: readonly string[];
};

/** What an entry writes, field by field, and what stood there before. */
export function ValueList({ entry, schema, names }: ValueListProps) {
  if (entry.kind !== "create" && entry.kind !== "update") return null;
  const { values } = entry;
  const base = entry.kind === "update" ? entry.base : {};
  const shown = (names ?? Object.keys(values)).flatMap((name) => {
    const field = schema.properties[name];
    return field ? [{ name, field }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <dl className="mt-2 grid gap-x-4 gap-y-1 @lg:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)]">
      {shown.map(({ name, field }) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{field.title}</dt>
          <dd className="line-clamp-4 wrap-anywhere whitespace-pre-wrap max-@lg:mb-1">
            {name in base && (
              <>
                <del className="text-ink-2">
                  {wholeText(field, base[name] ?? null) || adminWords.conflict.empty}
                </del>{" "}
                <span aria-hidden="true">→</span>{" "}
              </>
            )}
            {wholeText(field, values[name] ?? null) || adminWords.conflict.empty}
          </dd>
        </div>
      ))}
    </dl>
  );
}
