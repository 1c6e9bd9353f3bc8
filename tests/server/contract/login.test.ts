import { expect, test } from "vitest";
import { cleanCode } from "../../../server/contract/login.ts";

test.each([
  ["123456", "123456"],
  ["  123456\n", "123456"],
  ["123 456", "123456"],
  ["123-456", "123456"],
  ["123\u00a0456", "123456"],
  ["123456 is your Papercub code", "123456"],
  ["Your sign-in code:\n\n048193\n\nIt works for 10 minutes", "048193"],
  ["Valid for 10 minutes: 123 456", "123456"],
  ["１２３４５６", "123456"],
  ["あなたのコード：１２３　４５６。", "123456"],
  ["１２", "12"],
  ["12", "12"],
  ["1 2 3 4 5 6", "123456"],
  ["1234567", "123456"],
  ["abc", ""],
  ["", ""],
])("%j holds %j", (text, code) => {
  expect(cleanCode(text)).toBe(code);
});
