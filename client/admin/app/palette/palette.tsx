import { Search } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import type { TableSchema } from "../../../../server/contract/tables.ts";
import { paletteWords as words } from "../../../content/admin-parts.ts";
import { ToolButton } from "../controls.tsx";
import { openPalette, useOpener } from "./commands.ts";
import { PaletteDialog } from "./palette-dialog.tsx";
import { keysText, SHORTCUTS } from "./shortcuts.ts";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";
import { IS_MAC, useShortcuts } from "./use-shortcuts.ts";

/** What is opened from anywhere: the palette, and the list of shortcuts. */
export function Palette({ schemas }: { schemas: TableSchema[] }) {
  const [open, setOpen] = useState<"palette" | "help">();
  const show = useCallback(() => setOpen("palette"), []);
  const close = useCallback(() => setOpen(undefined), []);
  const own = useMemo(() => ({ palette: show, help: () => setOpen("help") }), [show]);
  useShortcuts(own);
  useOpener(show);
  return (
    <>
      {open === "palette" && (
        <PaletteDialog schemas={schemas} onClose={close} onHelp={() => setOpen("help")} />
      )}
      {open === "help" && <ShortcutsDialog onClose={close} />}
    </>
  );
}

/** Opens the palette where there are no keys to press. */
export function PaletteButton() {
  return (
    <ToolButton onClick={openPalette} className="font-normal text-ink-2">
      <Search aria-hidden="true" className="size-4" />
      <span className="max-sm:sr-only">{words.button}</span>
      <kbd className="font-sans max-md:hidden">{keysText(SHORTCUTS.palette.keys, IS_MAC)}</kbd>
    </ToolButton>
  );
}
