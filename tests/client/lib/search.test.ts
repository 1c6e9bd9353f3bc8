import { expect, test } from "vitest";
import { parseSearch, stringifySearch, textParam } from "../../../client/lib/search.ts";

test("values stay text", () => {
  expect(parseSearch("?sessionId=123&plain=1&error=a+b%20c")).toEqual({
    sessionId: "123",
    plain: "1",
    error: "a b c",
  });
});

test("a query without values is empty", () => {
  expect(stringifySearch({ error: undefined, other: null })).toBe("");
  expect(stringifySearch({ error: "a b" })).toBe("?error=a+b");
});

test.each([
  ["x", "x"],
  ["", undefined],
  [undefined, undefined],
  [1, undefined],
])("%j as a text parameter is %j", (value, text) => {
  expect(textParam(value)).toBe(text);
});
