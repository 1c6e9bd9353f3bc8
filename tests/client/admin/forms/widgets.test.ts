import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";
import { expect, test } from "vitest";
import { FieldRow } from "../../../../client/admin/forms/field-row.tsx";
import { ImportReport } from "../../../../client/admin/table/import-dialog.tsx";
import type { TableField, Value } from "../../../../server/contract/tables.ts";
import { aField, aSchema } from "../schemas.ts";

/** Renders a field with its control, which may load first. */
async function render(
  changes: Partial<TableField>,
  { name = "field", value = "" as Value } = {},
): Promise<string> {
  const field = aField(changes);
  const given = { name, field, value, required: false, problem: undefined, disabled: false };
  const { prelude } = await prerender(createElement(FieldRow, { ...given, onChange: () => {} }));
  return new Response(prelude).text();
}

test.each<[type: string, field: Partial<TableField>, value: Value, shown: string]>([
  ["a boolean", { type: "boolean" }, true, 'type="checkbox" class="size-5 accent-teal" checked=""'],
  ["an array", { type: "array", enum: ["a", "b"] }, ["b"], 'role="group"'],
  ["an email", { format: "email" }, "a@b.co", 'type="email"'],
  ["a date", { format: "date" }, "2026-11-20", 'aria-valuetext="2026"'],
  ["a date that is none", { format: "date" }, "soon", 'type="text"'],
  ["a time", { format: "date-time" }, "2026-11-20T09:00", 'data-type="minute"'],
  ["several lines", { multiline: true }, "Dear", 'rows="4"'],
  ["several lines of its own number", { multiline: true, rows: 9 }, "", 'rows="9"'],
  ["wide lines", { multiline: true, cols: 33 }, "", 'cols="33" style="max-width:calc(33ch + '],
  ["a line of its own width", { cols: 33 }, "", 'style="max-width:calc(33ch + '],
  ["a choice", { enum: ["a4", "letter"] }, "a4", '<option value="a4" selected="">a4</option>'],
  ["an integer", { type: "integer" }, 5, 'type="text" inputMode="numeric"'],
  ["a number", { type: "number" }, 5, 'type="text" inputMode="decimal"'],
  ["a text", {}, "Bear", 'type="text"'],
  ["a list", { type: "array" }, ["Trace"], 'aria-label="Remove: Trace"'],
  ["a country", { format: "country" }, "DE", 'value="Germany"'],
  ["an unknown country", { format: "country" }, "XQ", 'value="XQ"'],
  ["a time zone", { format: "time-zone" }, "America/New_York", 'value="America/New York"'],
])("%s has its input", async (_type, field, value, shown) => {
  expect(await render(field, { value })).toContain(shown);
});

test.each(["object", "null", "file"])("the type %s is said to be unsupported", async (type) => {
  const html = await render({ type: type as TableField["type"] });
  expect(html).toContain(`unsupported field type: ${type}`);
  expect(html).not.toContain("<input");
});

test("what holds a file says that it can be uploaded", async () => {
  const html = await render({ title: "Cover" }, { name: "media_url" });
  expect(html).toContain("Cover (Upload)");
  expect(html).toContain(
    "For file/media fields, enter the URL directly or use the upload functionality in production.",
  );
});

test("an import counts all rows that have errors, and the errors that are not listed", () => {
  const problem = (line: number, field: string) => ({ line, field, message: `${field} is wrong` });
  const errors = [problem(2, "name"), problem(2, "price"), problem(4, "name")];
  const counts = { new: 0, changed: 0, removed: 0, same: 1, refused: 1200, moreErrors: 1198 };
  const report = { ...counts, errors, encoding: "utf-8", changeSet: null } as const;
  const schema = aSchema({ name: {}, price: {} });
  const html = renderToStaticMarkup(createElement(ImportReport, { schema, report }));
  expect(html.replaceAll(/<[^>]+>/g, " ")).toMatch(/1 +the same +1,200 +with errors.*1,198 more/);
});
