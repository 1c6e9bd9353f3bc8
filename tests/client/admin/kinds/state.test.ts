import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { cellText, copyText, kindOf, toWire } from "../../../../client/admin/kinds/kinds.ts";
import { differencesOf, valuesToRestore } from "../../../../client/admin/table/differences.ts";
import { filterText } from "../../../../client/admin/table/filters.ts";
import { readPaste } from "../../../../client/admin/table/paste.ts";
import { type State, STATES } from "../../../../server/contract/states.ts";
import { schemaOf } from "../../../../server/domain/tables/define-table.ts";
import { TABLES } from "../../../../server/domain/tables/registry.ts";
import { aRow, schemaNamed } from "../schemas.ts";

const messages = schemaNamed("contact_submissions");
const field = messages.properties["status"]!;
const orderState = schemaNamed("orders").properties["state"]!;

test("each stored state of a table has its word", () => {
  const columns = [...TABLES.values()].flatMap((table) =>
    Object.entries(schemaOf(table).properties).filter(([, { format }]) => format === "state"),
  );
  expect(columns.length).toBeGreaterThan(4);
  for (const [, { states, enum: values, enumNames }] of columns) {
    const words: Record<string, State> = states ? STATES[states] : {};
    expect(enumNames).toEqual(values?.map((value) => words[value]?.text));
  }
});

test.each([
  ["partly_refunded", "Partly refunded", "text-ink-2"],
  ["paid", "Paid", "text-teal"],
  ["failed", "Failed", "text-danger"],
  ["on_hold", "on_hold", "text-ink-2"],
  ["constructor", "constructor", "text-ink-2"],
])("a cell shows %s as a badge with %s", (value, text, color) => {
  const { Cell } = kindOf(orderState);
  const html = renderToStaticMarkup(Cell?.({ field: orderState, value, row: {} }));
  expect(html).toContain(`>${text}</span>`);
  expect(html).toContain(color);
  expect(cellText(orderState, value)).toBe(text);
  expect(copyText(orderState, value)).toBe(value);
});

test.each([
  ["done", "done"],
  ["Done", "done"],
  [" held back as SPAM ", "suspect"],
  ["Erledigt", "Status must be one of the valid options"],
])("%j of a spreadsheet or an editor is %s", (text, expected) => {
  const block = {
    schema: messages,
    range: { top: 0, bottom: 0, left: 0, right: 0 },
    names: ["status"],
    rowAt: () => aRow({ status: "new" }),
  };
  const [cell] = readPaste(text, block).cells;
  expect(cell?.problem ?? cell?.value).toBe(expected);
  expect(toWire(field, text)).toBe(cell?.problem ? text : expected);
});

test("an editor keeps a stored state that it does not know", () => {
  const part = { id: "id", name: "status", field, invalid: false, describedBy: undefined };
  const props = { ...part, value: "archived", disabled: false, onChange: () => {} };
  const html = renderToStaticMarkup(createElement(kindOf(field).Input, props));
  expect(html).toContain('<option value="archived" selected="">archived</option>');
  expect(html).toContain('<option value="done">Done</option>');
});

test("filters and the history have the words of states", () => {
  const condition = { field: "status", operator: "in", value: "new,done,archived" } as const;
  expect(filterText(messages, condition).value).toBe("Unread or Done or archived");
  const [before, after] = [aRow({ status: "new" }), aRow({ status: "done" })];
  expect(differencesOf(messages, before, after)).toMatchObject([{ old: "Unread", new: "Done" }]);
  expect(valuesToRestore(messages, after, before)).toEqual({ status: "new" });
});
