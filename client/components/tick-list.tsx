import { CrayonTick } from "./crayon-marks.tsx";

/** A short list of benefits, each with a crayon tick. */
export function TickList({ items }: { items: readonly string[] }) {
  return (
    <ul className="space-y-2.5 text-base">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <CrayonTick className="mt-0.5 size-5 shrink-0 text-teal" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}
