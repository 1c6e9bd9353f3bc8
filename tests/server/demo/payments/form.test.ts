import { expect, test } from "vitest";
import { decodeForm, fingerprint } from "../../../../server/demo/payments/params.ts";

test.each([
  ["a=1&b=2", { a: "1", b: "2" }],
  ["a[b]=1&a[c]=2", { a: { b: "1", c: "2" } }],
  ["expand[]=x&expand[]=y", { expand: { 0: "x", 1: "y" } }],
  ["expand[0]=x&expand[1]=y", { expand: { 0: "x", 1: "y" } }],
  [
    "line_items[0][price_data][product_data][metadata][product_id]=7",
    { line_items: { 0: { price_data: { product_data: { metadata: { product_id: "7" } } } } } },
  ],
  ["line_items%5B0%5D%5Bquantity%5D=1", { line_items: { 0: { quantity: "1" } } }],
  ["name=A%20%26%20B+C", { name: "A & B C" }],
  ["a=1&a=2", { a: "2" }],
  ["a]b=1", { "a]b": "1" }],
  ["a=", { a: "" }],
  ["", {}],
])("%j is decoded", (text, expected) => {
  expect(JSON.parse(JSON.stringify(decodeForm(text)))).toEqual(expected);
});

test("a key cannot reach an object's prototype", () => {
  decodeForm("__proto__[polluted]=yes&constructor[prototype][polluted]=yes");

  expect("polluted" in {}).toBe(false);
});

test("the order of the fields does not change a form's fingerprint, its content does", () => {
  const print = (text: string) => fingerprint(decodeForm(text));

  expect(print("a[x]=1&b=2&a[y]=3")).toBe(print("b=2&a[y]=3&a[x]=1"));
  expect(print("a=1&b=2")).not.toBe(print("a=1&b=3"));
});
