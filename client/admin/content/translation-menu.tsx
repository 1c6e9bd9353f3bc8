import { FileDown, FileUp } from "lucide-react";
import { useState } from "react";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { contentWords as words } from "../../content/admin-content.ts";
import { saveFile } from "../../lib/download.ts";
import { ImportDialog } from "../table/import-dialog.tsx";
import { ToolMenu } from "../ui/controls.tsx";
import type { ShownText } from "./content-rules.ts";
import { translationFile } from "./translation.ts";
import type { TextRows } from "./use-text-rows.ts";

type TranslationMenuProps = {
  schema: TableSchema;
  all: readonly ShownText[];
  rows: TextRows;
};

/** Exports all texts for a translator, and imports the translated file. */
export function TranslationMenu({ schema, all, rows }: TranslationMenuProps) {
  const [isImport, setImport] = useState(false);
  const exportTexts = () => {
    const file = translationFile(all, (name) => rows.get(name)?.value);
    saveFile(new Blob([file], { type: "text/csv" }), "translation.csv");
  };
  return (
    <>
      <ToolMenu
        label={words.translation}
        button={words.translation}
        entries={[
          { title: words.exportTexts, icon: FileDown, run: exportTexts },
          { title: words.importTexts, icon: FileUp, run: () => setImport(true) },
        ]}
      />
      {isImport && (
        <ImportDialog schema={schema} title={words.importTexts} onClose={() => setImport(false)} />
      )}
    </>
  );
}
