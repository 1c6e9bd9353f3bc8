import { QrCode } from "lucide-react";
import { useId, useMemo } from "react";
import {
  type Funnel,
  FUNNEL_STEPS,
  SOURCE_KINDS,
  type StatsSource,
} from "../../../server/contract/stats.ts";
import { overviewWords as words } from "../../content/admin-overview.ts";
import { useCommands } from "../actions/commands.ts";
import { useOpenLink } from "../actions/open-link.tsx";
import { IconButton, INPUT } from "../ui/controls.tsx";
import { countText } from "../ui/formats.ts";
import { Panel } from "../ui/panels.tsx";
import { BarTable } from "./bar-table.tsx";
import { dropOff, percentText } from "./figures.ts";
import { sourceText } from "../url/screen-paths.ts";

const DEVICES = ["phone", "tablet", "desktop"] as const;

type FunnelProps = {
  funnel: Funnel;
  /** Whether the figures of the chosen source are still loading. */
  isBusy: boolean;
  /** Sources of all visits, as filter options. */
  sources: readonly StatsSource[];
  source: StatsSource | undefined;
  onSource: (source: string) => void;
};

/** Panels with the steps from visit to order, and with offers, pages and devices. */
export function FunnelPanels({ funnel, isBusy, ...picker }: FunnelProps) {
  const { steps, offers, extrasPaid, devices, pages } = funnel;
  const views = Object.values(devices).reduce((sum, count) => sum + count, 0);
  const mostViews = Math.max(1, ...pages.map((page) => page.views));
  return (
    <div
      aria-busy={isBusy || undefined}
      className={`grid grid-cols-[minmax(0,1fr)] items-start gap-4 @3xl:grid-cols-2 ${isBusy ? "opacity-60" : ""}`}
    >
      <Panel title={words.funnel} aside={<SourcePicker {...picker} />}>
        <p className="px-4 pt-2 text-ink-2">{words.funnelText}</p>
        <Steps steps={steps} />
      </Panel>
      <Panel title={words.offers}>
        <OffersTable offers={offers} />
        <p className="border-t border-line px-4 py-2 text-ink-2">{words.extras(extrasPaid)}</p>
      </Panel>
      <Panel title={words.pages}>
        <BarTable
          title={words.pages}
          columns={[words.views]}
          rows={pages.map(({ path, views }) => ({
            key: path,
            name: path,
            share: views / mostViews,
            cells: [countText(views)],
          }))}
        />
      </Panel>
      <Panel title={words.devices}>
        <BarTable
          title={words.devices}
          columns={[words.views]}
          rows={DEVICES.filter(() => views > 0).map((name) => ({
            key: name,
            name: `${words.deviceNames[name]} · ${percentText(devices[name] / views)}`,
            share: devices[name] / views,
            cells: [countText(devices[name])],
          }))}
        />
      </Panel>
    </div>
  );
}

function Steps({ steps }: Pick<Funnel, "steps">) {
  const most = Math.max(1, ...Object.values(steps));
  return (
    <ol className="grid gap-2.5 px-4 pt-2 pb-4">
      {FUNNEL_STEPS.map((step, at) => {
        const before = FUNNEL_STEPS[at - 1];
        const drop = before && dropOff(steps[before], steps[step]);
        return (
          <li key={step}>
            <p className="flex items-baseline gap-2">
              <span className="min-w-0 flex-1">{words.steps[step]}</span>
              {typeof drop === "number" && (
                <span className="text-ink-2">{words.drop(percentText(drop))}</span>
              )}
              <span className="min-w-12 text-right font-semibold tabular-nums">
                {countText(steps[step])}
              </span>
            </p>
            <span aria-hidden="true" className="mt-1 block h-2 rounded-full bg-paper-2">
              <span
                className="block h-full rounded-full bg-teal"
                style={{ width: `${(steps[step] / most) * 100}%` }}
              />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function OffersTable({ offers }: Pick<Funnel, "offers">) {
  const mostShown = Math.max(1, ...offers.map(({ shown }) => shown));
  return (
    <BarTable
      title={words.offers}
      columns={[words.offer.shown, words.offer.accepted, words.offer.declined]}
      rows={offers.map(({ path, shown, accepted, declined }) => {
        const withShare = (count: number) =>
          shown > 0 ? `${countText(count)} · ${percentText(count / shown)}` : countText(count);
        return {
          key: path,
          name: words.offer.paths[path],
          share: shown / mostShown,
          cells: [countText(shown), withShare(accepted), withShare(declined)],
        };
      })}
    />
  );
}

function SourcePicker({ sources, source, onSource }: Omit<FunnelProps, "funnel" | "isBusy">) {
  const id = useId();
  const chosen = source ? sourceText(source) : "";
  const isListed = !source || sources.some((each) => sourceText(each) === chosen);
  const listed = isListed ? sources : [source, ...sources];
  return (
    <div className="flex items-center gap-2 py-1 print:hidden">
      <ShopLinkButton />
      <label htmlFor={id} className="sr-only">
        {words.source}
      </label>
      <select
        id={id}
        value={chosen}
        onChange={({ target }) => onSource(target.value)}
        className={`${INPUT} max-w-44`}
      >
        <option value="">{words.allSources}</option>
        {SOURCE_KINDS.map((kind) => {
          const own = listed.filter((each) => each.kind === kind);
          return (
            own.length > 0 && (
              <optgroup key={kind} label={words.sourceKinds[kind]}>
                {own.map((each) => (
                  <option key={each.value} value={sourceText(each)}>
                    {each.value}
                  </option>
                ))}
              </optgroup>
            )
          );
        })}
      </select>
    </div>
  );
}

/** Opens the link of the landing page, for a campaign. */
function ShopLinkButton() {
  const openLink = useOpenLink();
  const commands = useMemo(() => {
    const run = () => openLink({ name: words.linkPage, path: "/" });
    return [{ title: words.link, run }];
  }, [openLink]);
  useCommands(commands);
  return <IconButton icon={QrCode} label={words.link} onClick={commands[0]?.run} />;
}
