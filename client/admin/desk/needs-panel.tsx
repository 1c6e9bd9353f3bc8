import { useQuery } from "@tanstack/react-query";
import { deskWords } from "../../content/admin-orders.ts";
import { needsQuery } from "./order-queries.ts";
import { nearestDeadline } from "./order-rules.ts";
import { Deadline } from "./order-notes.tsx";
import { Count, ScreenLink } from "./panels.tsx";
import { NEEDS_PATH } from "./screen-paths.ts";

const words = deskWords.needs;

/**
 * What waits, in one line above a table: the kinds with their counts, the nearest deadline, and the way
 * to all of it. Where it could not be asked nothing stands here; the screen itself says why.
 */
export function NeedsPanel() {
  const { data } = useQuery(needsQuery);
  if (!data) return null;
  const waiting = data.groups.filter(({ count }) => count > 0);
  if (waiting.length === 0) {
    return <p className="px-4 pt-3 text-xs text-ink-2">{words.empty}</p>;
  }
  const dueAt = nearestDeadline(data);
  return (
    <section
      aria-label={words.title}
      className="mx-4 mt-4 flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-control border border-line bg-card px-4 py-2 text-xs"
    >
      <ScreenLink path={NEEDS_PATH}>{words.title}</ScreenLink>
      <ul className="contents">
        {waiting.map(({ kind, count }) => (
          <li key={kind} className="flex flex-wrap items-center gap-1.5">
            {words.kinds[kind]} <Count count={count} urgent={kind === "disputes"} />
            {kind === "disputes" && <Deadline dueAt={dueAt} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
