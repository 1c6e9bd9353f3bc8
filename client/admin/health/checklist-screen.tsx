import { useQueryClient } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import {
  type Checklist,
  type ChecklistStep,
  type StepName,
  STEPS,
} from "../../../server/contract/health.ts";
import { checklistWords as words, type StepWords } from "../../content/admin-checklist.ts";
import { ToolButton, toolClass } from "../ui/controls.tsx";
import type { TableAction } from "../../../server/contract/tables.ts";
import { RowActions } from "../actions/row-actions.tsx";
import { rowLabel } from "../data/row-texts.ts";
import { useStored } from "../data/use-stored.tsx";
import { AsOf, type AsOfTime } from "../ui/as-of.tsx";
import { changeOf, useWrites } from "../data/use-writes.tsx";
import { Panel, PanelRows } from "../ui/panels.tsx";
import { LoadedScreen, Screen, ScreenLink } from "../ui/screen.tsx";
import { type ScreenPath, settingsPath, SETTINGS_TABLE } from "../url/screen-paths.ts";
import type { Values } from "../offline/merge.ts";
import { useSettingsRow } from "../data/use-settings-row.ts";
import { checklistQuery, useOpensWithChecklist, usePendingSettings } from "./checklist.ts";
import { LinkedRows } from "./linked-rows.tsx";

/** Screens where the steps are done; null for the shop itself. */
const PATHS: Record<StepName, ScreenPath | null> = {
  name: settingsPath("brand"),
  seller: settingsPath("seller_name"),
  legal: { to: "/tables/pages" },
  prices: { to: "/tables/products" },
  files: { to: "/tables/product_files" },
  landing: { to: "/content" },
  offers: settingsPath("offers"),
  testimonials: settingsPath("show_testimonials"),
  tax: settingsPath("tax"),
  webhook: { to: "/health" },
  mail: { to: "/health" },
  purchase: null,
  backup: { to: "/backups" },
  open: null,
};

/** Settings with the date when the owner confirmed a step. */
const CONFIRMED_ON: Partial<Record<StepName, string>> = {
  legal: "legal_reviewed_on",
  landing: "landing_read_on",
  tax: "tax_decided_on",
};

/** Steps that make a new shop ready, each with a link to the place where it is done. */
export function ChecklistScreen() {
  return (
    <LoadedScreen query={useStored(checklistQuery)} words={words}>
      {(checklist, asOf) => <ChecklistBody checklist={checklist} asOf={asOf} />}
    </LoadedScreen>
  );
}

type ChecklistBodyProps = { checklist: Checklist; asOf: AsOfTime | undefined };

function ChecklistBody({ checklist, asOf }: ChecklistBodyProps) {
  const steps = useStepsWithEdits(checklist);
  const isFirst = useOpensWithChecklist();
  const client = useQueryClient();
  const save = useSaveSettings();
  const done = steps.filter(({ isDone }) => isDone).length;
  const close = () => {
    client.setQueryData(checklistQuery.queryKey, { ...checklist, isFirst: false });
    document.querySelector<HTMLElement>("#content")?.focus();
    save?.({ show_checklist: false }, words.closed);
  };
  return (
    <Screen
      title={words.title}
      lead={
        <>
          <p>{done === steps.length ? words.allDone : words.progress(done, steps.length)}</p>
          <AsOf of={asOf} />
        </>
      }
      actions={isFirst && save && <ToolButton onClick={close}>{words.close}</ToolButton>}
    >
      <Panel title={words.short}>
        <PanelRows>
          {steps.map((step) => {
            const setting = CONFIRMED_ON[step.name];
            const confirm = () => setting && save?.({ [setting]: today() }, words.confirmed);
            return (
              <Step key={step.name} step={step} onConfirm={setting && save ? confirm : undefined} />
            );
          })}
        </PanelRows>
      </Panel>
    </Screen>
  );
}

type StepProps = { step: ChecklistStep; onConfirm: (() => void) | undefined };

function Step({ step: { name, isDone, finding, rows = [] }, onConfirm }: StepProps) {
  const { title, isRequired } = STEPS[name];
  const { text, confirm }: StepWords = words.steps[name];
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2.5 px-4 py-3">
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-4.5 ${isDone ? "text-teal" : "text-ink-2"}`}
      />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        <div className="grid min-w-0 max-w-prose flex-1 basis-72 gap-1">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <strong className="font-semibold">{title}</strong>
            <span className={`text-xs ${isDone ? "text-teal" : "text-ink-2"}`}>
              {isDone ? words.done : words.open[isRequired ? "required" : "optional"]}
            </span>
          </p>
          {!isDone && <p>{text}</p>}
          {finding && (
            <p className="wrap-anywhere text-ink-2">
              {[finding.text, finding.todo].filter(Boolean).join(" ")}
            </p>
          )}
          <LinkedRows rows={rows} />
        </div>
        <div className="flex flex-wrap gap-2">
          {!isDone && onConfirm && <ToolButton onClick={onConfirm}>{confirm}</ToolButton>}
          {name === "open" && <OpenShop />}
          <StepLink name={name} isDone={isDone} />
        </div>
      </div>
    </li>
  );
}

function StepLink({ name, isDone }: Pick<ChecklistStep, "name" | "isDone">) {
  const { link } = words.steps[name];
  const className = toolClass(isDone ? "plain" : "quiet");
  const path = PATHS[name];
  if (path) {
    return (
      <ScreenLink path={path} className={className}>
        {link}
      </ScreenLink>
    );
  }
  return (
    <a href="/" className={className}>
      {link}
    </a>
  );
}

/** Button that opens the shop, while it is closed. */
function OpenShop() {
  const { row } = useSettingsRow();
  const isOpening = ({ name }: TableAction) => name === "open_shop";
  if (!row) return null;
  return (
    <RowActions
      table={SETTINGS_TABLE}
      row={row}
      label={words.title}
      buttons={1}
      filter={isOpening}
    />
  );
}

/** Returns the steps; one with an unsent confirmation counts as done. */
function useStepsWithEdits({ steps }: Checklist): ChecklistStep[] {
  const pending = usePendingSettings();
  return steps.map((step) =>
    pending[CONFIRMED_ON[step.name] ?? ""] ? { name: step.name, isDone: true } : step,
  );
}

/** Returns a function that changes settings; undefined until their row has loaded. */
function useSaveSettings(): ((values: Values, done: string) => void) | undefined {
  const { schema, row } = useSettingsRow();
  const { saveWithoutForm } = useWrites();
  const client = useQueryClient();
  if (!schema || !row) return undefined;
  const save = async (values: Values, done: string) => {
    const change = changeOf(row, { table: SETTINGS_TABLE, label: rowLabel(schema, row), values });
    await saveWithoutForm(change, done);
    await client.invalidateQueries({ queryKey: checklistQuery.queryKey });
  };
  return (values, done) => void save(values, done);
}

/** Returns the local date as YYYY-MM-DD. */
function today(): string {
  const now = new Date();
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}
