import { expect, test } from "vitest";
import { sharesOf, translationFile } from "../../../../client/admin/content/translation.ts";
import { mappingOf, mappingProblem } from "../../../../client/admin/table/import-file.ts";
import { listTexts } from "../../../../client/content/text-catalogue.ts";
import { TEXT_PLACES } from "../../../../client/content/text-places.ts";
import { schemaNamed } from "../schemas.ts";

test("the import takes the name and the text of a translator's file", () => {
  const [headers = ""] = translationFile(listTexts(), () => undefined)
    .slice(1)
    .split("\r\n");
  const mapping = mappingOf(schemaNamed("texts"), headers.split(","));
  expect(mapping).toEqual(["name", null, null, null, "value", null, null]);
  expect(mappingProblem(schemaNamed("texts"), mapping)).toBeUndefined();
});

test("each place says how many of its texts are replaced, once one is", () => {
  expect(sharesOf(() => false, "en-GB").size).toBe(0);
  const isReplaced = (name: string) => name === "story.hero.headline" || name.startsWith("mail.");
  const shares = sharesOf(isReplaced, "en");
  expect([...shares.keys()]).toEqual(TEXT_PLACES.map(({ title }) => title));
  expect(shares.get("Landing page")).toMatch(/^1 of \d+ changed$/);
  expect(shares.get("Offers")).toMatch(/^0 of \d+ changed$/);
  expect(shares.get("Mails")).toMatch(/^(\d+) of \1 changed$/);
});

test("each place of a shop in another language says how many texts are translated", () => {
  expect(sharesOf(() => false, "enm").get("Mails")).toMatch(/^0 of \d+ translated$/);
  expect(sharesOf(() => true, "de").get("Mails")).toMatch(/^(\d+) of \1 translated$/);
});
