import { expect, test } from "vitest";
import {
  failureOf,
  initialState,
  reduceRowForm,
  type RowFormEvent,
} from "../../../../client/admin/forms/row-form-state.ts";
import { formOf } from "../../../../client/admin/forms/row-values.ts";
import { findConflicts, mergedChanges } from "../../../../client/admin/offline/merge.ts";
import { ApiError } from "../../../../client/lib/answer.ts";
import { aRow, aSchema } from "../schemas.ts";

const form = formOf(aSchema({ name: { minLength: 3 }, note: {} }));
const context = { form, initial: { name: "Ox", note: "" }, isNew: false };
const after = (...events: RowFormEvent[]) =>
  events.reduce(
    (state, event) => reduceRowForm(state, { ...event, context }),
    initialState(context.initial),
  );
const typed = (value: string): RowFormEvent => ({ kind: "typed", name: "name", value });

test("validates a changed value, but not the stored one, and resets all fields", () => {
  const problem = "Field must be at least 3 characters";
  expect(after(typed("O")).problems).toEqual({ name: problem });
  expect(after(typed("O"), typed("Ox")).problems).toEqual({});
  expect(after(typed("O"), { kind: "reset" })).toEqual(initialState(context.initial));
});

test.each([
  ["a field", new ApiError("No.", { errors: { name: ["Taken."] } }), { name: "Taken." }, undefined],
  ["a field that the form lacks", new ApiError("No.", { errors: { id: ["X."] } }), {}, "No."],
  ["no field", new ApiError("The disk is full."), {}, "The disk is full."],
  ["an error of this page", new TypeError("x is undefined"), {}, "An error occurred"],
])(
  "a failed save shows the problem of %s and counts as a refusal",
  (_, error, problems, banner) => {
    const failed = after({ kind: "saving" }, { kind: "failed", ...failureOf(error, form) });
    expect(failed).toMatchObject({ saving: false, refusals: 1, problems });
    expect(failed.banner).toBe(banner);
  },
);

test("a conflict is resolved by a choice, or by another value of its field", () => {
  const conflicts = [{ name: "name", before: "Ox", theirs: "Fox", mine: "Oxen" }];
  const current = aRow({ name: "Fox", note: "" });
  const conflict: RowFormEvent = { kind: "conflict", current, conflicts, banner: "Changed." };
  const chosen = after(conflict, { kind: "chosen", name: "name", side: "theirs" });
  expect(chosen).toMatchObject({ current, conflicts, choices: { name: "theirs" } });
  expect(after(conflict, typed("Elk")).conflicts).toEqual([]);
});

test.each([
  [{ note: "b" }, []],
  [{ name: "Cub" }, []],
  [{ name: null }, ["name"]],
])("with the change %o elsewhere, a new name conflicts in %j", (theirs, names) => {
  const base = aRow({ name: "Bear", note: "a" });
  const merging = { base, current: { ...base, ...theirs }, mine: { name: "Cub" } };
  expect(findConflicts(merging).map(({ name }) => name)).toEqual(names);
});

test("their choice, and a value that is the same by now, are not sent", () => {
  const base = aRow({ name: "Bear", price: 5, note: "a" });
  const current = { ...base, name: "Fox", price: 9 };
  const merging = { base, current, mine: { name: "Cub", price: 9, note: "b" } };
  expect(mergedChanges(merging, {})).toEqual({ name: "Cub", note: "b" });
  expect(mergedChanges(merging, { name: "theirs" })).toEqual({ note: "b" });
});
