import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { PDFDocument } from "@cantoo/pdf-lib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findPrintables } from "../../../../db/seed/printables.ts";
import { PRINTABLES } from "../../../../server/process/own-program.ts";
import { readPdf } from "../../../../server/domain/files/read-pdf.ts";
import { makePdf } from "../../../support/uploads.ts";

/** Returns the verdict of `readPdf` and the number of bytes it read. */
function judge(bytes: Uint8Array) {
  let read = 0;
  const verdict = readPdf((from, length) => {
    const part = bytes.subarray(from, from + length);
    read += part.length;
    return part;
  }, bytes.length);
  return { verdict, read };
}

const NO_PDF = { fault: "noPdf" };
const UNREADABLE = { fault: "unreadablePdf" };
const text = (value: string) => Buffer.from(value, "latin1");
const plain = await makePdf(3, { packed: false });
const packed = await makePdf(3);
const [, root] = /\/Root (\d+)/.exec(plain.toString("latin1")) ?? [];
const [, tree] = /(\d+) 0 obj\s*<<\s*\/Type \/Pages/.exec(plain.toString("latin1")) ?? [];
const ODD_CATALOG = `<</Type/Catalog%/Pages 9 0 R
/X(/Pages 8 0 R\\))/Names<</Pages 9 0 R>>/Pages ${tree} 0 R>>`;

test.each<[string, Uint8Array]>([
  ["nothing", text("")],
  ["a web page", text("<html><script>alert(1)</script>")],
  ["a PDF far behind something else", Buffer.concat([Buffer.alloc(1024, " "), plain])],
])("%s is no PDF", (_name, bytes) => {
  expect(judge(bytes).verdict).toEqual(NO_PDF);
});

test.each<[string, Uint8Array]>([
  ["a head and an end without tables", text("%PDF-1.7\nstartxref\n9\n%%EOF")],
  ["one without its last bytes", packed.subarray(0, -30)],
  ["tables that go in a circle", circle()],
  ["a table without a root", text("%PDF-1.4\nxref\n0 0\ntrailer << >>\nstartxref\n9\n%%EOF")],
  ["a stream that is no table", edited("/XRef", "/Yref")],
  ["a table of no widths", edited(/\/W \[[^\]]*\]/, "/W [ 0 0 0 ]")],
  ["hundreds of thousands of empty ranges", rangesOf(300_000)],
])("the pages of %s are not found", (_name, bytes) => {
  expect(judge(bytes).verdict).toEqual(UNREADABLE);
});

/** Valid PDFs with quirks of other programs. */
test.each<[string, Uint8Array]>([
  ["NULs after its end", Buffer.concat([plain, Buffer.alloc(80_508)])],
  ["something short after its end", Buffer.concat([plain, text("\n<!-- sent by mail -->\n")])],
  ["offsets that count bytes before the header", shifted(text("--part\r\n\r\n"))],
  ["lines of 19 bytes in its table", edited(/ (?=\n(?:\d{10} |trailer))/g, "", plain)],
  ["a table that counts from 1", edited(/xref\n0 /, "xref\n1 ", plain)],
  ["comments, strings and other pages in its root", savedWith(root, ODD_CATALOG)],
])("a PDF with %s opens", (_name, bytes) => {
  expect(judge(bytes).verdict).toEqual({ pages: 3 });
});

test.each([
  [1, 8, 2],
  [2, 7, 0],
  [0, 3, 2],
])("a packed table of the widths %d, %d and %d is read", (...widths) => {
  expect(judge(packedTable(widths)).verdict).toEqual({ pages: 1 });
});

test.each([2, 10, 11, 12, 13, 14, 15])("a table with the predictor %d is read", (predictor) => {
  expect(judge(predictedTable(predictor)).verdict).toEqual({ pages: 1 });
});

test("a table with an unknown row filter is not read", () => {
  expect(judge(predictedTable(16)).verdict).toEqual(UNREADABLE);
});

test("a root with thousands of pages in one list is read whole", () => {
  const kids = "5 0 R ".repeat(20_000);
  const bytes = packedTable([1, 4, 1], `/Kids[${kids}]/Count 20000`);
  expect(judge(bytes).verdict).toEqual({ pages: 20_000 });
});

test.each<[string, Uint8Array]>([
  [
    "tables that are inflated to more than all memory",
    tablesOf(40, deflateSync(Buffer.alloc(60e6))),
  ],
  ["more tables than any program writes", tablesOf(4000, deflateSync(Buffer.alloc(9)))],
])("%s are given up", (_name, bytes) => {
  const { verdict, read } = judge(bytes);
  expect(verdict).toEqual({ fault: "tooComplex" });
  expect(read).toBeLessThan(40_000_000);
});

test("long runs of blanks cost no time", () => {
  const blanks = " ".repeat(60_000);
  const file = edited("/Filter", `/Filter${blanks}[${blanks}`);
  const startedAt = performance.now();
  expect(judge(file).verdict).toEqual(UNREADABLE);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});

test("a protected PDF is told from a broken one", async () => {
  const document = await PDFDocument.create();
  document.addPage();
  await document.encrypt({ userPassword: "secret", ownerPassword: "secret" });
  const { verdict } = judge(await document.save());
  expect(verdict).toEqual({ fault: "protected" });
});

test.each([1, 2, 250])("%d pages are counted, in plain and in packed tables", async (pages) => {
  for (const isPacked of [true, false]) {
    const { verdict } = judge(await makePdf(pages, { packed: isPacked }));
    expect(verdict).toEqual({ pages });
  }
});

test("a PDF that was saved again on top counts as its newest state", () => {
  const saved = savedWith(tree, "<< /Type /Pages /Kids [] /Count 7 >>");
  expect(judge(saved).verdict).toEqual({ pages: 7 });
});

test("every printable of the shop has the pages that its list says, read from a few parts", async () => {
  const all = (await findPrintables(PRINTABLES)) ?? [];
  expect(all.length).toBeGreaterThan(10);
  for (const { file, pages } of all) {
    const { verdict, read } = judge(readFileSync(join(PRINTABLES, file)));
    expect([file, verdict]).toEqual([file, { pages }]);
    expect(read).toBeLessThan(1_000_000);
  }
});

test("a damaged PDF never makes the reader throw or wait", () => {
  const damaged = fc.record({
    bytes: fc.constantFrom(plain, packed),
    at: fc.nat({ max: 10_000 }),
    put: fc.uint8Array({ minLength: 1, maxLength: 30 }),
  });
  fc.assert(
    fc.property(damaged, ({ bytes, at, put }) => {
      const changed = Buffer.from(bytes);
      changed.set(put.subarray(0, changed.length), Math.min(at, changed.length - put.length));
      expect(Object.keys(judge(changed).verdict)).toHaveLength(1);
    }),
    { numRuns: 300 },
  );
});

/** Returns the plain file with an incremental update that replaces one object. */
function savedWith(object: string | undefined, content: string): Buffer {
  const [, offset] = /startxref\s+(\d+)/.exec(plain.toString("latin1")) ?? [];
  const added = `${object} 0 obj\n${content}\nendobj\n`;
  const entry = `${String(plain.length).padStart(10, "0")} 00000 n \n`;
  const table = `xref\n${object} 1\n${entry}trailer\n<< /Root ${root} 0 R /Prev ${offset} >>\n`;
  const end = `startxref\n${plain.length + added.length}\n%%EOF\n`;
  return Buffer.concat([plain, text(added + table + end)]);
}

/** Returns a PDF whose cross-reference table refers to itself as the previous one. */
function circle(): Buffer {
  return text("%PDF-1.4\nxref\n0 0\ntrailer << /Prev 9 >>\nstartxref\n9\n%%EOF");
}

function edited(before: string | RegExp, after: string, file = packed): Buffer {
  return text(file.toString("latin1").replace(before, after));
}

/** Returns the plain PDF preceded by `before`, with offsets that include the added bytes. */
function shifted(before: Buffer): Buffer {
  const [, start] = /startxref\s+(\d+)/.exec(plain.toString("latin1")) ?? [];
  const moved = (place: string) => String(Number(place) + before.length);
  const file = plain
    .toString("latin1")
    .replace(/\d{10}(?= 00000 n)/g, (place) => moved(place).padStart(10, "0"))
    .replace(/(startxref\s+)\d+/, `$1${moved(start ?? "")}`);
  return Buffer.concat([before, text(file)]);
}

/** Returns a PDF whose cross-reference stream has fields of these widths; one page by default. */
function packedTable(
  widths: number[],
  pages = "/Kids[5 0 R]/Count 1",
  predict?: { encode: (rows: Buffer[]) => Buffer; parameters: string },
): Buffer {
  const objects = [
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n",
    `2 0 obj<</Type/Pages${pages}>>endobj\n`,
  ];
  const head = "%PDF-1.5\n";
  const places = [head.length, head.length + (objects[0]?.length ?? 0)];
  const body = head + objects.join("");
  const rows = places.map((place) =>
    [1, place, 0].map((number, at) => bytesOf(number, widths[at] ?? 0)),
  );
  const lines = rows.map((row) => Buffer.concat(row));
  const data = deflateSync(predict?.encode(lines) ?? Buffer.concat(lines));
  const table = `3 0 obj<</Type/XRef/Size 3/Index[1 2]/W[${widths.join(" ")}]/Root 1 0 R${predict?.parameters ?? ""}/Filter/FlateDecode/Length ${data.length}>>stream\n`;
  const end = `\nendstream endobj\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.concat([text(body + table), data, text(end)]);
}

/** Returns a PDF whose rows use one filter: 10 is None, 14 is Paeth, 15 alternates them. */
function predictedTable(predictor: number): Buffer {
  const encode = (rows: Buffer[]) =>
    Buffer.concat(
      rows.flatMap((row, nth) => {
        const above = rows[nth - 1] ?? Buffer.alloc(row.length);
        const filter = predictor === 2 ? 1 : predictor === 15 ? 4 - nth : predictor - 10;
        const bytes = row.map((byte, at) => {
          const [left, up, corner] = [row[at - 1] ?? 0, above[at] ?? 0, above[at - 1] ?? 0];
          const distance = (other: number) => Math.abs(left + up - corner - other);
          const [paeth] = [left, up, corner].toSorted((one, two) => distance(one) - distance(two));
          return byte - ([0, left, up, Math.floor((left + up) / 2), paeth][filter] ?? 0);
        });
        return predictor === 2 ? [bytes] : [Buffer.from([filter]), bytes];
      }),
    );
  const parameters = `/DecodeParms<</Predictor ${predictor}/Columns 7>>`;
  return packedTable([1, 4, 2], "/Kids[5 0 R]/Count 1", { encode, parameters });
}

function bytesOf(number: number, width: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes.subarray(8 - width);
}

/** Returns a chain of cross-reference streams linked by `/Prev`. */
function tablesOf(count: number, data: Buffer): Buffer {
  const parts = [text("%PDF-1.5\n")];
  let length = parts[0]?.length ?? 0;
  let last = 0;
  for (let nth = 0; nth < count; nth++) {
    const before = last === 0 ? "" : `/Prev ${last}`;
    const head = `1 0 obj<</Type/XRef/W[1 4 1]/Index[7 1]${before}/Filter/FlateDecode/Length ${data.length}>>stream\n`;
    const part = Buffer.concat([text(head), data, text("\nendstream endobj\n")]);
    last = length;
    length += part.length;
    parts.push(part);
  }
  return Buffer.concat([...parts, text(`startxref\n${last}\n%%EOF`)]);
}

function rangesOf(count: number): Buffer {
  return text(
    `%PDF-1.4\nxref\n${"9 0\n".repeat(count)}trailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF`,
  );
}
