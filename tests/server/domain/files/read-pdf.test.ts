import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findPrintables } from "../../../../db/seed/printables.ts";
import { PRINTABLES } from "../../../../server/built.ts";
import { judgePdf } from "../../../../server/domain/files/read-pdf.ts";
import { makePdf } from "../../../support/uploads.ts";

/** What a PDF of these bytes is judged to be, and how many of them were read for it. */
async function judge(bytes: Uint8Array) {
  let read = 0;
  const verdict = await judgePdf(async (from, length) => {
    const part = bytes.subarray(from, from + length);
    read += part.length;
    return part;
  }, bytes.length);
  return { verdict, read };
}

const BROKEN = { fault: "broken" };
const text = (value: string) => Buffer.from(value, "latin1");
const plain = await makePdf(3, { packed: false });
const packed = await makePdf(3);

test.each<[string, Uint8Array]>([
  ["nothing", text("")],
  ["a web page", text("<html><script>alert(1)</script>")],
  ["only the first line", text("%PDF-1.7\n")],
  ["a head and an end without tables", text("%PDF-1.7\nstartxref\n9\n%%EOF")],
  ["one cut in half", plain.subarray(0, plain.length / 2)],
  ["one without its last bytes", packed.subarray(0, -30)],
  ["one behind something else", Buffer.concat([text("<html>"), plain])],
  ["tables that go in a circle", circle()],
  ["a table without a root", text("%PDF-1.4\nxref\n0 0\ntrailer << >>\nstartxref\n9\n%%EOF")],
  ["a place past the end", text("%PDF-1.7\nstartxref\n99999999\n%%EOF")],
  ["a stream that is no table", edited("/XRef", "/Yref")],
])("%s is no PDF that opens", async (_name, bytes) => {
  expect((await judge(bytes)).verdict).toEqual(BROKEN);
});

test("a protected PDF is told from a broken one", async () => {
  const document = await PDFDocument.create();
  document.addPage();
  await document.encrypt({ userPassword: "secret", ownerPassword: "secret" });
  const { verdict } = await judge(await document.save());
  expect(verdict).toEqual({ fault: "protected" });
});

test.each([1, 2, 250])("%d pages are counted, in plain and in packed tables", async (pages) => {
  for (const isPacked of [true, false]) {
    const { verdict } = await judge(await makePdf(pages, { packed: isPacked }));
    expect(verdict).toEqual({ pages });
  }
});

test("a PDF that was saved again on top counts as its newest state", async () => {
  const [, root] = /\/Root (\d+ 0 R)/.exec(plain.toString("latin1")) ?? [];
  const [, offset] = /startxref\s+(\d+)/.exec(plain.toString("latin1")) ?? [];
  const tree = /(\d+) 0 obj\s*<<\s*\/Type \/Pages/.exec(plain.toString("latin1"))?.[1];
  const object = `${tree} 0 obj\n<< /Type /Pages /Kids [] /Count 7 >>\nendobj\n`;
  const entry = `${String(plain.length).padStart(10, "0")} 00000 n \n`;
  const table = `xref\n${tree} 1\n${entry}trailer\n<< /Root ${root} /Prev ${offset} >>\n`;
  const end = `startxref\n${plain.length + object.length}\n%%EOF\n`;
  const { verdict } = await judge(Buffer.concat([plain, text(object + table + end)]));
  expect(verdict).toEqual({ pages: 7 });
});

test("every printable of the shop has the pages that its list says, read from a few parts", async () => {
  const all = (await findPrintables(PRINTABLES)) ?? [];
  expect(all.length).toBeGreaterThan(10);
  for (const { file, pages } of all) {
    const { verdict, read } = await judge(readFileSync(join(PRINTABLES, file)));
    expect([file, verdict]).toEqual([file, { pages }]);
    expect(read).toBeLessThan(1_000_000);
  }
});

test("no damage makes it throw or wait", async () => {
  const damaged = fc.record({
    bytes: fc.constantFrom(plain, packed),
    at: fc.nat({ max: 10_000 }),
    put: fc.uint8Array({ minLength: 1, maxLength: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(damaged, async ({ bytes, at, put }) => {
      const changed = Buffer.from(bytes);
      changed.set(put.subarray(0, changed.length), Math.min(at, changed.length - put.length));
      expect(Object.keys((await judge(changed)).verdict)).toHaveLength(1);
    }),
    { numRuns: 300 },
  );
});

/** A table that says that it stands before itself. */
function circle(): Buffer {
  return text("%PDF-1.4\nxref\n0 0\ntrailer << /Prev 9 >>\nstartxref\n9\n%%EOF");
}

function edited(before: string, after: string): Buffer {
  return text(packed.toString("latin1").replace(before, after));
}
