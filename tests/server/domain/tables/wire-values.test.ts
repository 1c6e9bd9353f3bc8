import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FieldDefinition } from "../../../../server/contract/field-validation.ts";
import type { TablePage, Value } from "../../../../server/contract/tables.ts";
import { TABLES } from "../../../../server/domain/tables/registry.ts";
import { actionForm } from "../../../../server/domain/tables/table-action.ts";
import { validateValues, readForm } from "../../../../server/domain/tables/wire-values.ts";
import { AppError } from "../../../../server/errors.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { signInAdmin } from "../../../support/table-calls.ts";
import { addOrders } from "../../../support/table-world.ts";

const ANYTHING = fc.oneof(
  fc.constantFrom<unknown>([], [[]], {}, [""], [null], "", " ", "1e3", "0x10", "true", 0, 1e300),
  fc.jsonValue(),
);

/** Whether a value has the type of its field, or is null. */
function hasOwnType({ type, format }: FieldDefinition, value: Value | undefined): boolean {
  if (value === null || value === undefined) return true;
  if (type === "integer") return Number.isSafeInteger(value);
  if (type === "array")
    return Array.isArray(value) && value.every((item) => typeof item === "string");
  if (format === "date-time") return new Date(String(value)).toISOString() === value;
  return typeof value === type;
}

const columns = [...TABLES.values()].flatMap((definition) =>
  [...definition.columns.values()].map((column) => ({
    table: definition.name,
    name: column.name,
    definition,
    column,
  })),
);
test.each(columns)("$table: $name stores only values of its type", (each) => {
  const { definition, column } = each;
  fc.assert(
    fc.property(ANYTHING, (value) => {
      const { values, problems } = validateValues(definition, { body: { [column.name]: value } });
      if (problems.has(column.name)) return;
      expect(hasOwnType(column.field, values[column.name])).toBe(true);
    }),
  );
});

const fields = [...TABLES.values()].flatMap(({ name: table, actions }) =>
  actions.flatMap((action) =>
    Object.entries(actionForm(action).properties).map(([name, field]) => ({
      table,
      action,
      name,
      field,
    })),
  ),
);
test.each(fields)("$table: $action.name reads $name only in its type", (each) => {
  const { action, name, field } = each;
  const form = { ...actionForm(action), properties: { [name]: field }, required: [] };
  fc.assert(
    fc.property(ANYTHING, (value) => {
      try {
        expect(hasOwnType(field, readForm(form, { [name]: value })[name])).toBe(true);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        expect(error.errors).toHaveProperty(name);
      }
    }),
  );
});

/** Adds paid orders with names and emails from the provider that fail the form's validation. */
async function openPaid() {
  const t = createTestApp();
  const paid = {
    status: "paid",
    email: "\u212Aim@example.com",
    customerName: "n".repeat(306),
  } as const;
  addOrders(t, 2, () => paid);
  return { ...t, admin: signInAdmin(t) };
}

describe("a stored value that breaks a rule blocks no other field", () => {
  test("of a change of the row", async () => {
    const { admin } = await openPaid();
    const { body } = await admin.call<TablePage>("GET", "/api/tables/orders?id=1");
    const [row] = body.data;
    const renamed = await admin.change("orders", 1, { ...row, customer_name: "Kim" });
    expect(renamed).toMatchObject({ status: 200, body: { customer_name: "Kim" } });
    const moved = await admin.change("orders", 2, { email: "kim@example.com" });
    expect(moved).toMatchObject({ status: 200, body: { email: "kim@example.com" } });
    expect(moved.body["customer_name"]).toHaveLength(306);
  });

  test("and is refused when it is sent again", async () => {
    const { admin } = await openPaid();
    const errors = { customer_name: ["Name cannot exceed 200 characters"] };
    const refused = await admin.change("orders", 1, { customer_name: "m".repeat(306) });
    expect(refused).toMatchObject({ status: 422, body: { errors } });
  });
});
