import { paletteWords as words } from "../../../content/admin-parts.ts";
import { AdminDialog, DialogBody } from "../../ui/dialog.tsx";
import {
  IS_MAC,
  keysText,
  type Shortcut,
  SHORTCUT_PLACES,
  SHORTCUTS,
} from "../../actions/commands.ts";

/** Help dialog with all shortcuts, grouped by scope. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const shortcuts: Shortcut[] = Object.values(SHORTCUTS);
  return (
    <AdminDialog title={words.shortcuts} onClose={onClose}>
      <DialogBody>
        <div className="gap-8 sm:columns-2">
          {SHORTCUT_PLACES.map((place) => (
            <section key={place} className="mb-4 break-inside-avoid last:mb-0">
              <h3 className="mb-1 font-sans font-semibold text-ink-2">{place}</h3>
              <dl>
                {shortcuts
                  .filter((shortcut) => shortcut.place === place)
                  .map(({ keys, title }) => (
                    <div key={keys} className="flex min-h-8 items-center justify-between gap-4">
                      <dt>{title}</dt>
                      <dd className="flex shrink-0 gap-1">
                        {keysText(keys, IS_MAC)
                          .split(", ")
                          .map((key) => (
                            <Keys key={key} keys={key} />
                          ))}
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogBody>
    </AdminDialog>
  );
}

/** Key combination, such as "Ctrl+K". */
export function Keys({ keys }: { keys: string }) {
  return (
    <kbd className="rounded-sheet border border-line bg-paper-2 px-1.5 font-sans whitespace-nowrap text-ink">
      {keys}
    </kbd>
  );
}
