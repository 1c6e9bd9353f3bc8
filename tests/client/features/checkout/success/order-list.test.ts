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

test.each([
  [
    "digital",
    "/files/product/1/a.zip?token=t",
    "/b.pdf",
    { url: "/files/product/1/a.zip?token=t", all: true },
  ],
  ["digital", null, "/b.pdf", { url: "/b.pdf", all: false }],
  ["digital", "https://x.example/zip", null, { url: "https://x.example/zip", all: false }],
  ["digital", null, null, undefined],
  ["subscription", "/a.zip", "/b.pdf", undefined],
] as const)("a %s item with %j and %j", (type, downloadUrl, fileUrl, download) => {
  expect(downloadOf({ type, downloadUrl, fileUrl, files: [] })).toEqual(download);
});

test("one file alone is no archive", () => {
  const item = { type: "digital", downloadUrl: "/a.zip", fileUrl: "/b.pdf" } as const;
  expect(downloadOf({ ...item, files: [aFile()] })).toEqual({ url: "/b.pdf", all: false });
  expect(downloadOf({ ...item, files: [aFile(), aFile()] })).toEqual({ url: "/a.zip", all: true });
  expect(downloadOf({ ...item, fileUrl: null, files: [aFile()] })).toEqual({
    url: "/a.zip",
    all: true,
  });
});
