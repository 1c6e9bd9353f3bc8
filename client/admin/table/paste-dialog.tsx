import { countOf } from "../../../server/contract/format.ts";
import type { TableSchema } from "../../../server/contract/tables.ts";
import { adminWords } from "../../content/admin.ts";
import { rowLabel } from "../data/row-texts.ts";
import type { RowPart } from "../kinds/field-kind.ts";
import { cellText } from "../kinds/kinds.ts";
import { changeOf, useWrites } from "../data/use-writes.tsx";
import { FormDialog, useSubmit } from "../forms/form-dialog.tsx";
import { changesByRow, numbersText, type Pasted, type PastedCell } from "./paste.ts";

const words = adminWords.paste;
const MOST_SHOWN = 200;

type PasteDialogProps = {
  schema: TableSchema;
  pasted: Pasted;
  /** Sequence number of the table's latest change when its rows were read. */
  sequence: number;
  onClose: () => void;
};

/** Previews a paste: all changed cells, and the cells, lines and columns that will be skipped. */
export function PasteDialog({ schema, pasted, sequence, onClose }: PasteDialogProps) {
  const { saveRows } = useWrites();
  const { busy, problem, submit } = useSubmit();
  const invalid = pasted.cells.filter((cell) => cell.problem !== undefined);
  const valid = pasted.cells.filter((cell) => cell.problem === undefined);
  const cells = [...invalid, ...valid];
  const byRow = changesByRow(valid);
  const changed = new Map(byRow.map(({ row, values }) => [row, values]));
  const apply = async () => {
    const changes = byRow.map(({ row, values }) =>
      changeOf(row, { table: schema.name, label: rowLabel(schema, row), values }),
    );
    const done = words.done(countOf(changes.length, "row"));
    await saveRows({ table: schema.name, sequence, changes }, done);
    onClose();
  };
  const label = busy ? adminWords.form.saving : words.apply;
  return (
    <FormDialog
      title={words.heading}
      width="wide"
      {...{ busy, problem, onClose }}
      submit={valid.length > 0 ? label : undefined}
      onSubmit={() => submit(apply)}
    >
      <p>{valid.length > 0 ? words.text(countOf(valid.length, "cell")) : words.nothing}</p>
      <ul className="mt-2 grid gap-1 font-semibold text-danger empty:hidden">
        {leftOutTexts(pasted, invalid.length).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {cells.length > 0 && (
        <table className="mt-3 w-full border-collapse text-left">
          <thead>
            <tr>
              {[words.row, words.column, words.before, words.after].map((head) => (
                <th key={head} scope="col" className="border-b border-line py-1.5 pr-4">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cells.slice(0, MOST_SHOWN).map((cell) => (
              <PastedRow
                key={`${cell.row.id} ${cell.name}`}
                {...{ schema, cell }}
                after={{ ...cell.row, ...changed.get(cell.row) }}
              />
            ))}
          </tbody>
        </table>
      )}
      {cells.length > MOST_SHOWN && (
        <p className="mt-2 text-ink-2">{words.left(cells.length - MOST_SHOWN)}</p>
      )}
    </FormDialog>
  );
}

function leftOutTexts({ lostLines, lostColumns, readOnly }: Pasted, invalid: number): string[] {
  return [
    invalid > 0 && words.faulty(countOf(invalid, "cell")),
    lostLines.length > 0 && words.lostLines(numbersText(lostLines)),
    lostColumns > 0 && words.lostColumns(countOf(lostColumns, "column")),
    readOnly.length > 0 && words.fixed(readOnly.join(", ")),
  ].filter((text) => text !== false);
}

type PastedRowProps = { schema: TableSchema; cell: PastedCell; after: RowPart };

function PastedRow({ schema, cell, after }: PastedRowProps) {
  const { row, name, text, value, problem, question } = cell;
  const field = schema.properties[name];
  if (!field) return null;
  const CELL = "border-b border-line py-1.5 pr-4 align-top wrap-anywhere";
  return (
    <tr>
      <td className={CELL}>{rowLabel(schema, row)}</td>
      <td className={CELL}>{field.title}</td>
      <td className={`${CELL} text-ink-2`}>{cellText(field, row[name], row)}</td>
      <td className={`${CELL} ${problem ? "text-danger" : "font-semibold"}`}>
        {problem ? `${problem}: “${text}”` : cellText(field, value, after)}
        {!problem && question && <p className="font-normal text-danger">{question}</p>}
      </td>
    </tr>
  );
}
