import { expect, test } from "vitest";
import { toWire } from "../../../../client/admin/kinds/kinds.ts";
import { pick } from "../../../../client/admin/offline/merge.ts";
import { pendingEditsOf } from "../../../../client/admin/offline/pending-edits.ts";
import { addKindRows, kindsOfTables } from "../../../support/kind-cases.ts";
import { openOutboxShop, openOutboxWorld, sync } from "../../../support/outbox-world.ts";
import { schemaNamed } from "../schemas.ts";

test.each(kindsOfTables)("$kind typed offline waits, is shown and is stored", async (each) => {
  const { table, column, typed, value } = each;
  const { t, admins } = openOutboxShop();
  await addKindRows(t);
  const [client] = openOutboxWorld(t, admins).clients;
  const { outbox, disk, admin, faults } = client!;
  const { body: row } = await admin.change(table, 1, {});
  const values = { [column]: toWire(schemaNamed(table).properties[column]!, typed, row) };
  expect(values).toEqual({ [column]: value });

  faults.push("cut");
  const base = pick(row, [column]);
  const place = { table, row: 1, version: row.version, label: "" };
  await outbox.write({ kind: "update", ...place, values, base }, { withinMs: 0 });
  await sync(client!);
  const waiting = await disk.list();
  expect(waiting).toMatchObject([{ values, state: "waiting", tries: 1 }]);
  const pending = pendingEditsOf(waiting, table);
  expect(pending.withEdits(row)).toEqual({ ...row, ...values });
  expect(pending.markOf(1)).toMatchObject({ kind: "changed", columns: new Set([column]) });

  await sync(client!);
  expect(await disk.list()).toEqual([]);
  expect((await admin.change(table, 1, {})).body[column]).toEqual(value);
});
