import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { SearchHit } from "../../../../server/contract/order-page.ts";
import type { TableSchema } from "../../../../server/contract/tables.ts";
import { backupWords } from "../../../content/admin-backups.ts";
import { deviceWords } from "../../../content/admin-device.ts";
import { healthWords } from "../../../content/admin-health.ts";
import { paletteWords as words } from "../../../content/admin-parts.ts";
import { useAdmin } from "../admin-context.ts";
import { showColumns } from "../../table/column-settings.ts";
import { rowPath } from "../../desk/screen.tsx";
import { tableLabel } from "../formats.ts";
import type { TableSearch } from "../../table/table-search.ts";
import { viewsFor, viewsQuery } from "../../table/views/saved-view.ts";
import { useOffered } from "./commands.ts";
import type { Section } from "./find.ts";
import { IS_MAC, keysText, SHORTCUTS } from "./shortcuts.ts";

type SectionsInput = { schemas: TableSchema[]; hits: readonly SearchHit[]; onHelp: () => void };

/** The palette's sections: commands of this screen, found rows, saved views and screens. */
export function useSections({ schemas, hits, onHelp }: SectionsInput) {
  const navigate = useNavigate();
  const { user } = useAdmin();
  const offered = useOffered();
  const { data: views } = useQuery(viewsQuery());
  const titleOf = (name: string) => {
    const schema = schemas.find((each) => each.name === name);
    return schema ? tableLabel(schema) : name;
  };
  const goTo = (table: string, search: TableSearch = {}) =>
    void navigate({ to: "/tables/$table", params: { table }, search });

  const here: Section = {
    title: words.here,
    entries: offered.map(({ title, run, shortcut }, at) => ({
      id: `here ${at}`,
      title,
      keys: shortcut && keysText(SHORTCUTS[shortcut].keys, IS_MAC),
      run,
    })),
  };
  const rows: Section = {
    title: words.rows,
    entries: hits.map(({ table, id, title, detail }) => ({
      id: `row ${table} ${id}`,
      title,
      detail: [titleOf(table), detail].filter(Boolean).join(" · "),
      run: () => void navigate(rowPath({ table, id })),
    })),
  };
  const saved: Section = {
    title: words.views,
    entries: viewsFor(views?.data ?? [], user.id).map((view) => ({
      id: `view ${view.id}`,
      title: view.title,
      detail: titleOf(view.table),
      run: () => {
        showColumns({ userId: user.id, table: view.table }, view.columns);
        goTo(view.table, view.search);
      },
    })),
  };
  const places: Section = {
    title: words.go,
    entries: [
      { id: "needs", title: words.needs, run: () => void navigate({ to: "/needs" }) },
      ...schemas.map((schema) => ({
        id: `table ${schema.name}`,
        title: tableLabel(schema),
        run: () => goTo(schema.name),
      })),
      { id: "backups", title: backupWords.title, run: () => void navigate({ to: "/backups" }) },
      { id: "health", title: healthWords.title, run: () => void navigate({ to: "/health" }) },
      { id: "device", title: deviceWords.title, run: () => void navigate({ to: "/device" }) },
      {
        id: "help",
        title: words.shortcuts,
        keys: SHORTCUTS.help.keys,
        run: onHelp,
      },
    ],
  };
  return { here: [here], rows, places: [saved, places] };
}
