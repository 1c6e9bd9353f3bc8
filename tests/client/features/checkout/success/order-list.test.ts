import { expect, test } from "vitest";
import {
  downloadOf,
  itemName,
} from "../../../../../client/features/checkout/success/order-list.tsx";
import { aFile } from "../../../fixtures.ts";

test.each([
  [{ productName: "Premium Pack", name: "x" }, "Premium Pack"],
  [{ productName: "", name: "Color Workbook" }, "Color Workbook"],
  [{ productName: "", name: "" }, "Product 2"],
])("the second item %j is called %s", (item, name) => {
  expect(itemName(item, 2)).toBe(name);
});

const ZIP = "/files/product/1/a.zip?token=t";
const PDF = "/b.pdf";
const zip = { url: ZIP, all: true };
const pdf = { url: PDF, all: false };

test.each([
  ["digital", ZIP, PDF, 0, zip],
  ["digital", null, PDF, 0, pdf],
  ["digital", "https://x.example/zip", null, 0, { url: "https://x.example/zip", all: false }],
  ["digital", null, null, 0, undefined],
  ["subscription", ZIP, PDF, 0, undefined],
  ["digital", ZIP, PDF, 1, pdf],
  ["digital", ZIP, null, 1, zip],
  ["digital", ZIP, PDF, 2, zip],
] as const)("a %s item with %j, %j and %i files", (type, downloadUrl, fileUrl, count, download) => {
  const files = Array.from({ length: count }, () => aFile());
  expect(downloadOf({ type, downloadUrl, fileUrl, files })).toEqual(download);
});
