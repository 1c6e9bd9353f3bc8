import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { schemasQuery } from "../../../../client/admin/data/queries.ts";
import { choiceSearches, labelQuery } from "../../../../client/admin/kinds/references.ts";
import { schemaNamed } from "../schemas.ts";

const products = schemaNamed("products");

afterEach(() => vi.unstubAllGlobals());

test("labels that are shown together are read by one request; an unknown row has none", async () => {
  const read = vi.fn(async (_url: URL | string) =>
    Response.json({ data: [{ id: 3, version: 1, name: "Bear" }], total: 1 }),
  );
  vi.stubGlobal("fetch", read);
  const client = new QueryClient();
  client.setQueryData(schemasQuery.queryKey, [products]);
  const found = [3, 7, 3].map((id) => client.fetchQuery(labelQuery("products", id)));
  expect(await Promise.all(found)).toEqual(["Bear", null, "Bear"]);
  expect(read.mock.calls.map(([url]) => decodeURIComponent(String(url)))).toEqual([
    "/api/tables/products?id__in=3,7&limit=2",
  ]);
});

test.each([
  [" ", [{ limit: "20", sort: "id:desc" }]],
  ["busy", [{ name__contains: "busy", limit: "20" }]],
  [
    "12",
    [
      { id: "12", limit: "1" },
      { name__contains: "12", limit: "20" },
    ],
  ],
  ["#12", [{ id: "12", limit: "1" }]],
  ["#twelve", []],
])("a referenced product is looked for by “%s”", (typed, searches) => {
  expect(choiceSearches(products, typed)).toEqual(searches);
});
