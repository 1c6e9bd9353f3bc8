import { backupWords as words } from "../../content/admin-backups.ts";
import { Panel } from "../desk/panels.tsx";
import { Screen } from "../desk/screen.tsx";
import { BackupsPanel } from "./backups-panel.tsx";

/** The store's backups, and what to do with them. */
export function BackupsScreen() {
  return (
    <Screen title={words.title} lead={words.lead}>
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <BackupsPanel />
        <Panel title={words.care}>
          <div className="grid max-w-prose gap-2.5 px-4 py-3">
            <p>{words.keepSafe}</p>
            <p>{words.restore}</p>
          </div>
        </Panel>
      </div>
    </Screen>
  );
}
