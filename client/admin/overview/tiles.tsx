import { ArrowDown, ArrowUp } from "lucide-react";
import type { CurrencyStats, Sales } from "../../../server/contract/stats.ts";
import { overviewWords as words } from "../../content/admin-overview.ts";
import { changeOf, figureOf, figureText, type Tile, TILES } from "./figures.ts";

type SalesTilesProps = Pick<CurrencyStats, "currency" | "now" | "before">;

/** Figures of a period with their change from the previous period. */
export function SalesTiles({ currency, now, before }: SalesTilesProps) {
  return (
    <dl className="grid grid-cols-2 gap-3 @3xl:grid-cols-4">
      {TILES.map((tile) => (
        <div key={tile} className="min-w-0 rounded-control border border-line bg-card px-4 py-3">
          <dt className="text-ink-2">{words.tiles[tile]}</dt>
          <dd className="text-xl font-semibold wrap-anywhere tabular-nums @3xl:text-2xl">
            {figureText(tile, figureOf(tile, now), currency)}
          </dd>
          {before && <TileChange {...{ tile, currency, now, before }} />}
        </div>
      ))}
    </dl>
  );
}

type TileChangeProps = { tile: Tile; currency: string; now: Sales; before: Sales };

/** Change from the previous period. Arrow and sign show its direction, the color if it is good. */
function TileChange({ tile, currency, now, before }: TileChangeProps) {
  const value = figureOf(tile, before);
  const { text, direction } = changeOf(figureOf(tile, now), value);
  const Icon = direction > 0 ? ArrowUp : ArrowDown;
  const isGood = direction > 0 !== (tile === "refunds");
  const color = direction === 0 ? "text-ink-2" : isGood ? "text-teal" : "text-danger";
  return (
    <dd className="mt-0.5 flex flex-wrap items-center gap-x-2">
      <span className={`inline-flex items-center gap-1 font-semibold ${color}`}>
        {direction !== 0 && <Icon aria-hidden="true" className="size-3.5" />}
        {text}
      </span>
      {value !== 0 && (
        <span className="text-ink-2 tabular-nums">
          {words.before(figureText(tile, value, currency))}
        </span>
      )}
    </dd>
  );
}
