import { expect, test } from "vitest";
import { sectionsOf } from "../../../../client/admin/settings/settings-screen.tsx";
import { schemaNamed } from "../schemas.ts";

test("every editable setting but the landing page's sections is in one section of the form", () => {
  const { properties } = schemaNamed("settings");
  const editable = Object.keys(properties).filter((name) => !properties[name]?.readOnly);
  const sections = sectionsOf({ properties });
  expect(sections.flatMap(({ names }) => names)).toEqual(
    editable.filter((name) => name !== "sections"),
  );
  expect(sections[0]).toMatchObject({
    title: "Seller",
    names: ["seller_name", "seller_address", "seller_country", "vat_number", "registration_number"],
  });
});
