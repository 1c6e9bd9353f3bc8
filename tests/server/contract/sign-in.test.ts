import { expect, test } from "vitest";
import { cleanCode } from "../../../server/contract/sign-in.ts";

test.each([
  ["123456", "123456"],
  ["  123456\n", "123456"],
  ["123 456", "123456"],
  ["123-456", "123456"],
  ["123456 is your Papercub code", "123456"],
  ["Valid for 10 minutes: 123 456", "123456"],
  ["あなたのコード：１２３　４５６。", "123456"],
  ["12", "12"],
  ["1234567", "123456"],
  ["abc", ""],
])("%j holds %j", (text, code) => {
  expect(cleanCode(text)).toBe(code);
});
