import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { TableField, Value } from "../../../../server/contract/tables.ts";
import { kindOf } from "../../../../client/admin/kinds/kinds.ts";
import { aField } from "../schemas.ts";

function render(changes: Partial<TableField>, value: Exclude<Value, null>): string {
  const field = aField(changes);
  const { Cell } = kindOf(field);
  return Cell ? renderToStaticMarkup(createElement(Cell, { field, value, row: {} })) : "";
}

test.each<[string, Partial<TableField>, Exclude<Value, null>, string]>([
  [
    "an address that runs a script",
    { format: "url" },
    "javascript:alert(1)",
    "javascript:alert(1)",
  ],
  ["an address", { format: "url" }, "https://a.example/b", ' target="_blank" '],
  ["an address", { format: "url" }, "https://a.example/b", ">a.example/b</a>"],
  ["a path", { format: "url" }, "/contact", 'href="/contact"'],
  ["a list", { type: "array" }, ["Trace", "Cut"], 'title="Trace\nCut"'],
  ["a list", { type: "array" }, ["Trace", "Cut"], ">Cut</span>"],
])("the cell of %s %j shows %j as %j", (_, field, value, html) => {
  expect(render(field, value)).toContain(html);
  expect(render(field, value)).not.toContain('href="javascript:');
});
