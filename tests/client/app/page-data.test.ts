import { expect, test } from "vitest";
import { ApiError } from "../../../client/lib/answer.ts";
import { type DocumentData, failureOf, replayLoad } from "../../../client/app/page-data.ts";
import { PageNotFound } from "../../../server/contract/pages.ts";
import { site } from "../fixtures.ts";

const sent = (data: Omit<DocumentData, "site">): DocumentData =>
  JSON.parse(JSON.stringify({ site, ...data }));

test.each([[{ rows: [1] }], [null], [undefined]])("the browser gets the server's %j", (data) => {
  expect(replayLoad(sent({ data }))).toEqual(data);
});

test("a failure on the server fails the same way in the browser", () => {
  const failure = failureOf(new ApiError("Not yet.", { reason: "payment_unpaid" }));
  const same = { name: "ApiError", message: "Not yet.", reason: "payment_unpaid" };
  expect(() => replayLoad(sent({ failure }))).toThrow(expect.objectContaining(same));
});

test("the 404 document is that page in the browser, too", () => {
  expect(() => replayLoad(sent({ isMissing: true }))).toThrow(PageNotFound);
});
