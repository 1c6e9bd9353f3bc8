import { expect, test } from "vitest";
import { parseSearch } from "../../../client/lib/search.ts";

test("values stay text", () => {
  expect(parseSearch("?sessionId=123&plain=1&error=a+b%20c")).toEqual({
    sessionId: "123",
    plain: "1",
    error: "a b c",
  });
});

test("of a repeated key the last value counts, and an empty one is missing", () => {
  expect(parseSearch("?a=1&a=2&error=&b=")).toEqual({ a: "2" });
});
