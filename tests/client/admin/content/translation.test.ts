import { expect, test } from "vitest";
import { translationFile } from "../../../../client/admin/content/translation.ts";
import { mappingOf, mappingProblem } from "../../../../client/admin/table/import-file.ts";
import { schemaNamed } from "../schemas.ts";

test("the import takes the name and the text of a translator's file", () => {
  const [headers = ""] = translationFile(() => undefined)
    .slice(1)
    .split("\r\n");
  const mapping = mappingOf(schemaNamed("texts"), headers.split(","));
  expect(mapping).toEqual(["name", null, null, null, "value", null, null]);
  expect(mappingProblem(schemaNamed("texts"), mapping)).toBeUndefined();
});
