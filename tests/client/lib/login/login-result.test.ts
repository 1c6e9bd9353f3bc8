import { describe, expect, test } from "vitest";
import {
  type LoginResult,
  readCallback,
  readMessage,
  toMessage,
} from "../../../../client/lib/login/login-result.ts";

describe("the query of the return page", () => {
  test("throws without a code and an error", () => {
    for (const query of [{}, { code: "" }, { error: "" }, { state: "s" }, { code: ["x"] }]) {
      expect(() => readCallback(query)).toThrow("No OAuth code or error found in URL parameters.");
    }
  });

  test("a code with its attempt", () => {
    expect(readCallback({ code: "c", state: "s" })).toEqual({ code: "c", state: "s" });
    expect(readCallback({ code: "c" })).toEqual({ code: "c", state: null });
  });

  test.each([
    [undefined, "OAuth authorization failed"],
    ["", "OAuth authorization failed"],
    ["The user said no.", "The user said no."],
    ["L'accès a été refusé", "L'accès a été refusé"],
    ["Call +1 555 0100 now", "OAuth authorization failed"],
    ["Go to https://evil.example", "OAuth authorization failed"],
    ["Go to evil.example", "OAuth authorization failed"],
    ["<b>no</b>", "OAuth authorization failed"],
    ["a".repeat(121), "OAuth authorization failed"],
  ])("an error described as %j reads %j", (error_description, error) => {
    const query = { error: "access_denied", error_description, state: "s", code: "ignored" };
    expect(readCallback(query)).toEqual({ state: "s", error });
  });
});

describe("what another window passed on", () => {
  test.each<LoginResult>([
    { state: "s", code: "c" },
    { state: null, code: "c" },
    { state: "s", error: "Not today" },
  ])("%j arrives as it was", (result) => {
    expect(readMessage(structuredClone(toMessage(result)))).toEqual(result);
  });

  test.each([
    null,
    "code",
    { state: "s", code: "c" },
    { kind: "other", state: "s", code: "c" },
    { kind: "external-login", code: "c" },
    { kind: "external-login", state: 1, code: "c" },
    { kind: "external-login", state: "s" },
    { kind: "external-login", state: "s", code: "" },
    { kind: "external-login", state: "s", code: "c", error: "both" },
    { kind: "external-login", state: "s", code: "c", more: true },
    { kind: "external-login", state: "s", code: "c".repeat(2001) },
    { kind: "external-login", state: "s".repeat(2001), code: "c" },
  ])("%j is not one", (value) => {
    expect(readMessage(value)).toBeUndefined();
  });

  test("an error's words are judged again", () => {
    const message = { kind: "external-login", state: "s", error: "Go to https://evil.example" };
    expect(readMessage(message)).toEqual({ state: "s", error: "OAuth authorization failed" });
  });
});
