import { orderImportWords as words } from "../../content/admin-order-import.ts";
import { useRows } from "../data/queries.ts";
import { FieldRow } from "../forms/field-row.tsx";
import { ToolButton } from "../ui/controls.tsx";
import { Panel } from "../ui/panels.tsx";
import {
  columnFields,
  isAnswered,
  type OrderFile,
  productFields,
  questionFields,
} from "./order-file.ts";

/** Products that imported orders can grant. */
const DIGITAL = { type__eq: "digital", sort: "name:asc", limit: "500" };

type AnswerFormProps = {
  chosen: OrderFile;
  busy: boolean;
  onChange: (chosen: OrderFile) => void;
  onCheck: () => void;
};

/** Second step: questions about the file, and the product here for each of its products. */
export function AnswerForm({ chosen, busy, onChange, onCheck }: AnswerFormProps) {
  const { data: products } = useRows("products", DIGITAL);
  const known = (products?.data ?? []).map(({ id, name }) => ({ id, name: String(name) }));
  const groups = [
    { title: undefined, hint: undefined, fields: questionFields(chosen) },
    { title: words.columns, hint: undefined, fields: columnFields(chosen) },
    { title: words.products, hint: words.productsHint, fields: productFields(chosen, known) },
  ].filter(({ fields }) => fields.length > 0);
  const { typed } = chosen;
  return (
    <Panel title={words.answerStep}>
      <form
        className="grid gap-5 px-4 py-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onCheck();
        }}
      >
        {groups.map(({ title, hint, fields }) => (
          <fieldset key={fields[0]?.name} className="grid gap-3">
            {title && <legend className="mb-2 text-sm font-semibold">{title}</legend>}
            {hint && <p className="text-ink-2">{hint}</p>}
            <div className="grid gap-3 sm:grid-cols-2">
              {fields.map((field) => (
                <FieldRow
                  key={field.name}
                  {...field}
                  row={{}}
                  value={typed[field.name] ?? ""}
                  problem={undefined}
                  disabled={busy}
                  onChange={(value) =>
                    onChange({ ...chosen, typed: { ...typed, [field.name]: value } })
                  }
                />
              ))}
            </div>
          </fieldset>
        ))}
        <div>
          <ToolButton type="submit" look="main" disabled={busy || !isAnswered(chosen)}>
            {busy ? words.checking : words.check}
          </ToolButton>
        </div>
      </form>
    </Panel>
  );
}
