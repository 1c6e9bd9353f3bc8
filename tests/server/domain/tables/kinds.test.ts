import { expect, test } from "vitest";
import { kindName } from "../../../../client/admin/kinds/kinds.ts";
import { csvLine, writeCell } from "../../../../server/contract/csv.ts";
import { FORMATS, withUnit } from "../../../../server/contract/formats.ts";
import type { ImportAnswer, RowHistory, TablePage } from "../../../../server/contract/tables.ts";
import { getTable, TABLES } from "../../../../server/domain/tables/registry.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { addKindRows, KIND_CASES, kindsOfTables } from "../../../support/kind-cases.ts";
import { newestChange, signInAdmin } from "../../../support/table-calls.ts";

const columns = [...TABLES.values()].flatMap((definition) => [...definition.columns.values()]);
const kindsOfColumns = new Set(columns.map(({ name, field }) => kindName(field, name)));

test.each([...new Set([...Object.keys(FORMATS), ...kindsOfColumns])])(
  "the kind %s has a case in kind-cases.ts",
  (kind) => expect(KIND_CASES).toHaveProperty([kind], expect.any(Object)),
);

test.each(kindsOfTables)("the case of $kind is a column of that kind", ({ kind, ...each }) => {
  const { name, field } = getTable(each.table).columns.get(each.column)!;
  expect([kindName(field, name), field.readOnly]).toEqual([kind, undefined]);
});

test.each(kindsOfTables)("$kind is written, exported, imported and undone", async (each) => {
  const { table, column, bad, value, other } = each;
  const t = createTestApp();
  await addKindRows(t);
  const admin = signInAdmin(t);
  const stored = async () => {
    const list = await admin.call<TablePage>("GET", `/api/tables/${table}?id=1`);
    return list.body.data[0]?.[column];
  };
  const importOf = (csv: string) =>
    admin.call<ImportAnswer>("POST", `/api/tables/${table}/import`, {
      body: csv,
      headers: { "Content-Type": "text/csv" },
    });
  const { kind, field } = getTable(table).columns.get(column)!;
  const fileOf = (cell: typeof value) =>
    csvLine(["id", withUnit(column, field)]) + csvLine(["1", writeCell(kind, cell)]);
  const first = await stored();
  const start = newestChange(t);

  expect(await admin.change(table, 1, { [column]: bad })).toMatchObject({
    status: 422,
    body: { errors: { [column]: [expect.any(String)] } },
  });
  // A cell of a list can have any text.
  if (kind !== "list") {
    expect(await importOf(fileOf(bad))).toMatchObject({
      status: 422,
      body: { refused: 1, errors: [{ line: 2, field: column }] },
    });
  }
  expect([await stored(), newestChange(t)]).toEqual([first, start]);

  const changed = await admin.change(table, 1, { [column]: value });
  expect(changed).toMatchObject({ status: 200, body: { [column]: value } });
  const { body: file } = await admin.call<string>("GET", `/api/tables/${table}/export?id=1`);
  expect(await importOf(file)).toMatchObject({ body: { same: 1, changed: 0, refused: 0 } });
  const imported = await importOf(fileOf(other));
  expect(imported).toMatchObject({ status: 200, body: { changed: 1, refused: 0 } });
  expect(await stored()).toEqual(other);

  const history = await admin.call<RowHistory>("GET", `/api/tables/${table}/1/history`);
  expect(history.body.data).toMatchObject([
    { before: { [column]: value }, after: { [column]: other } },
    { before: { [column]: first }, after: { [column]: value } },
    { action: "insert" },
  ]);

  const { changeSet } = imported.body;
  const undone = await admin.call("POST", `/api/admin/change-sets/${changeSet}/undo`);
  expect(undone).toMatchObject({ status: 200 });
  expect(await stored()).toEqual(value);
});
