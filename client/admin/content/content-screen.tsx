import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { ENGLISH } from "../../../server/contract/language.ts";
import { NEUTRAL_TEXTS } from "../../../server/contract/neutral-texts.ts";
import { readOwnPicture } from "../../../server/contract/own-picture.ts";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { contentWords as words } from "../../content/admin-content.ts";
import { ToolButton, TypedInput } from "../ui/controls.tsx";
import { useSchemas } from "../data/queries.ts";
import { AsOf, type AsOfTime } from "../ui/as-of.tsx";
import { LoadedScreen } from "../ui/screen.tsx";
import { useSettingsRow } from "../data/use-settings-row.ts";
import type { TableSearch } from "../url/table-search.ts";
import {
  groupOf,
  placesInOrder,
  searchTexts,
  type ShownGroup,
  type ShownText,
  shownTexts,
  textsOf,
  TEXT_SWITCHES,
} from "./content-rules.ts";
import { PictureEditor } from "./picture-editor.tsx";
import { PlaceChoice, Places } from "./places.tsx";
import type { PreviewPlace } from "./preview-document.ts";
import {
  PreviewPane,
  type PreviewTarget,
  type PreviewTexts,
  type Unsaved,
} from "./preview-pane.tsx";
import type { TypedRow } from "./row-editor.tsx";
import { RowList } from "./row-list.tsx";
import { SectionTools } from "./section-tools.tsx";
import { TextCard } from "./text-card.tsx";
import { TextEditor } from "./text-editor.tsx";
import { sharesOf } from "./translation.ts";
import { TranslationMenu } from "./translation-menu.tsx";
import { type OpenEditor, useOpenEditor } from "./use-open-editor.ts";
import { useSections } from "./use-sections.ts";
import { TEXTS, type TextRows, useTextRows } from "./use-text-rows.ts";

/** Maximum number of search results shown. */
const MOST_FOUND = 60;
const NOTHING: Unsaved = {};

/** Editor for all texts of pages and mails, with a preview. Replaced texts are rows of a table. */
export function ContentScreen() {
  const rows = useTextRows();
  const schema = useSchemas().get(TEXTS);
  return (
    <LoadedScreen query={{ ...rows, data: schema && rows.data }} words={words}>
      {(data, asOf) => schema && <Content schema={schema} rows={data} asOf={asOf} />}
    </LoadedScreen>
  );
}

type ContentProps = { schema: TableSchema; rows: TextRows; asOf: AsOfTime | undefined };

function Content({ schema, rows, asOf }: ContentProps) {
  const search: TableSearch = useSearch({ strict: false });
  const { find = "" } = search;
  const chosen = groupOf(search["group"]);
  const navigate = useNavigate();
  const go = (next: TableSearch) => void navigate({ to: "/content", search: next, replace: true });
  const [typed, setTyped] = useState(NOTHING);
  const [typedRow, setTypedRow] = useState<TypedRow>();
  const [hasPreview, setPreview] = useState(false);
  const all = useAllTexts();
  const found = useFound(all, rows, find);
  const listed = found?.slice(0, MOST_FOUND) ?? textsOf(chosen, all);
  const editor = useOpenEditor(`${chosen.title} ${find}`);
  const open = listed.find(({ name }) => name === editor.open?.name);
  const placed = open ?? listed[0];
  const sections = useSections();
  const textPlaces = useMemo(() => placesInOrder(sections.list), [sections.list]);
  const shown = found && placed ? groupOf(placed.group) : chosen;
  const hidden = sections.list.filter(({ isHidden }) => isHidden).map(({ name }) => name);
  const places = [
    ...(open || found || !shown.section ? [] : [sectionPlace(shown.section)]),
    // Page titles and names for screen readers are not visible.
    ...(open ? [open] : listed).map((text) => placeOf(text, rows.get(text.name)?.value)),
  ];
  const language = String(useSettingsRow().row?.["language"] ?? ENGLISH);
  const shares = useMemo(() => sharesOf((name) => rows.has(name), language), [rows, language]);
  return (
    <div className="flex min-h-0 flex-1 flex-col text-xs">
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-card px-4 py-2.5">
        <h2 className="text-xl">{words.title}</h2>
        <TypedInput
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={find}
          onTyped={(text) => go({ ...search, find: text })}
          className="max-w-72 min-w-36 flex-1"
        />
        <ToolButton
          className="lg:hidden"
          aria-expanded={hasPreview}
          onClick={() => setPreview(!hasPreview)}
        >
          {words.preview}
        </ToolButton>
        <TranslationMenu {...{ schema, all, rows }} />
        <PlaceChoice
          places={textPlaces}
          {...{ hidden, chosen, shares }}
          onChoose={(group) => go({ group })}
        />
      </header>
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        <Places
          places={textPlaces}
          {...{ hidden, chosen, shares }}
          isSearch={found !== undefined}
          onMove={sections.place}
        />
        <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3 lg:w-[26rem] lg:flex-none">
          <AsOf of={asOf} className="pb-2" />
          <ListHead group={chosen} found={found?.length} />
          {!found && chosen.section && sections.isLoaded && (
            <SectionTools
              name={chosen.section}
              title={chosen.title}
              sections={sections}
              hasOwnTexts={listed.some(({ name }) => rows.has(name))}
            />
          )}
          {!found && chosen.rows && (
            <RowList table={chosen.rows} editor={editor} onTyped={setTypedRow} />
          )}
          <TextList
            {...{ schema, rows, listed, editor }}
            isFound={!!found}
            onTyped={(texts) => setTyped({ texts })}
          />
        </div>
        <PreviewPane
          target={targetOf(shown, typedRow)}
          unsaved={{
            ...(open && typed),
            rows: [...sections.previewRows(shown.section), ...(typedRow ? [typedRow.row] : [])],
          }}
          places={typedRow ? rowPlaces(typedRow) : places}
          pale={hidden.find((name) => name === shown.section)}
          isToggled={hasPreview}
          className={`border-line max-lg:h-1/2 max-lg:border-t lg:flex-1 lg:border-l ${hasPreview ? "" : "max-lg:hidden"}`}
        />
      </div>
    </div>
  );
}

const sectionPlace = (of: string): PreviewPlace => ({ kind: "section", of });

const rowPlaces = ({ place }: TypedRow): PreviewPlace[] =>
  place === "" ? [] : [{ kind: "text", of: place }];

/** Returns the page of a row that is being edited, or the group's page. */
function targetOf(group: ShownGroup, typed: TypedRow | undefined): PreviewTarget {
  if (typed?.row.table !== "pages") return group;
  return { title: typed.title, row: typed.row.id ?? 0 };
}

function placeOf({ picture, default: text }: ShownText, value: string | undefined): PreviewPlace {
  if (picture === undefined) return { kind: "text", of: value ?? text };
  const own = readOwnPicture(value);
  return { kind: "picture", of: own?.files.at(-1)?.path ?? `/${picture}-` };
}

/** Returns all texts and pictures with the shop's defaults. */
function useAllTexts(): readonly ShownText[] {
  const { row } = useSettingsRow();
  return shownTexts(row?.["demo_content"] === false ? NEUTRAL_TEXTS : undefined);
}

/** Returns the texts that match the search; undefined without a search. */
function useFound(
  all: readonly ShownText[],
  rows: TextRows,
  find: string,
): ShownText[] | undefined {
  return useMemo(
    () => (find ? searchTexts(all, find, (name) => rows.get(name)?.value) : undefined),
    [all, rows, find],
  );
}

type TextListProps = Omit<ContentProps, "asOf"> & {
  listed: readonly ShownText[];
  editor: OpenEditor;
  isFound: boolean;
  onTyped: (texts: PreviewTexts) => void;
};

function TextList({ schema, rows, listed, editor, isFound, onTyped }: TextListProps) {
  const { open, closed, edit, close } = editor;
  const settings = useSettingsRow().row;
  return (
    <ul aria-label={words.list} className="grid gap-2">
      {listed.map((text) => {
        const { name } = text;
        const stored = rows.get(name);
        const Editor = text.picture === undefined ? TextEditor : PictureEditor;
        return (
          <TextCard
            key={name}
            {...{ text, stored }}
            hasPlace={isFound}
            isOff={settings?.[TEXT_SWITCHES[name] ?? ""] === false}
            isReturned={closed === name}
            onEdit={() => edit(name, { row: stored?.row })}
            editor={
              open?.name === name && (
                <Editor
                  key={open.n}
                  {...{ schema, text, onTyped }}
                  start={open}
                  current={stored?.row}
                  onTaken={(start) => edit(name, start)}
                  onClose={() => close(name)}
                />
              )
            }
          />
        );
      })}
    </ul>
  );
}

type ListHeadProps = { group: ShownGroup; found: number | undefined };

/** Heading of the list: the group, or the number of search results. */
function ListHead({ group, found }: ListHeadProps) {
  if (found !== undefined) {
    const text = found > MOST_FOUND ? words.foundFirst(MOST_FOUND, found) : words.found(found);
    return (
      <h3 role="status" className="mb-2 font-sans text-sm font-semibold">
        {found === 0 ? words.nothing : text}
      </h3>
    );
  }
  return (
    <>
      <p className="text-ink-2">{group.place}</p>
      <h3 className="mb-2 font-sans text-sm font-semibold">{group.title}</h3>
      {group.placeholder && <p className="mb-3 text-ink-2">{words.invented}</p>}
    </>
  );
}
