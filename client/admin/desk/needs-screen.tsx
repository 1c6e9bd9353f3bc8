import { useQuery } from "@tanstack/react-query";
import { Coffee } from "lucide-react";
import type { Needs } from "../../../server/contract/order-page.ts";
import { deskWords } from "../../content/admin-orders.ts";
import { AsOf } from "../data/as-of.tsx";
import type { FromDevice } from "../data/reads.ts";
import { needsQuery } from "./order-queries.ts";
import { NeedRow } from "./need-row.tsx";
import { Panel, PanelRows, Screen } from "./panels.tsx";
import { ScreenFailed, ScreenLoading } from "./screen.tsx";

const words = deskWords.needs;

/** What waits for a person, in groups: the first screen of a day. */
export function NeedsScreen() {
  const { data, error, refetch } = useQuery(needsQuery);
  if (data) return <NeedsBody needs={data} />;
  if (!error) return <ScreenLoading label={words.loading} />;
  return <ScreenFailed heading={words.failed} error={error} onRetry={() => void refetch()} />;
}

function NeedsBody({ needs: { groups, readAt } }: { needs: Needs & FromDevice }) {
  const waiting = groups.filter(({ count }) => count > 0);
  return (
    <Screen
      title={words.title}
      lead={
        <>
          {waiting.length > 0 && words.lead}
          <AsOf readAt={readAt} />
        </>
      }
    >
      {waiting.length === 0 ? (
        <div className="flex flex-col items-center rounded-control border border-line bg-card px-6 py-16 text-center">
          <Coffee aria-hidden="true" className="mb-3 size-8 text-teal" />
          <p className="text-lg font-semibold">{words.empty}</p>
          <p className="mt-1 max-w-96 text-ink-2">{words.emptyText}</p>
        </div>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {waiting.map(({ kind, count, rows }) => (
            <Panel key={kind} title={words.kinds[kind]} count={count}>
              <PanelRows>
                {rows.map((need) => (
                  <NeedRow key={need.id} kind={kind} need={need} />
                ))}
              </PanelRows>
              {count > rows.length && (
                <p className="border-t border-line px-4 py-2 text-ink-2">
                  {words.more(count - rows.length)}
                </p>
              )}
            </Panel>
          ))}
        </div>
      )}
    </Screen>
  );
}
