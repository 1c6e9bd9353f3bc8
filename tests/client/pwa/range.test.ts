import { expect, test } from "vitest";
import { answerFrom, rangeOf } from "../../../client/pwa/worker/range.ts";

const BODY = "0123456789";
const FILE = "https://shop.example/files/1/a.pdf";

const stored = () =>
  new Response(BODY, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": 'inline; filename="a.pdf"',
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'self'",
      ETag: '"1"',
    },
  });
const ask = async (headers: Record<string, string>, url = FILE) => {
  const answer = await answerFrom(stored(), new Request(url, { headers }));
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test.each([
  ["bytes=10-", "none"],
  ["bytes=10-12", "none"],
  ["bytes=-0", "none"],
  ["bytes=5-4", undefined],
  ["bytes=-", undefined],
  ["bytes=a-b", undefined],
  ["bytes=0-1,3-4", undefined],
  ["items=0-1", undefined],
  ["", undefined],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=2-5", { start: 2, end: 5 }],
  ["bytes=7-", { start: 7, end: 9 }],
  ["bytes=7-99", { start: 7, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-99", { start: 0, end: 9 }],
  ["BYTES=0-3 ", { start: 0, end: 3 }],
])("%s of ten bytes", (header, expected) => {
  expect(rangeOf(header, BODY.length)).toEqual(expected);
});

test("no byte of an empty body can be asked for", () => {
  expect(rangeOf("bytes=0-", 0)).toBe("none");
  expect(rangeOf("bytes=-1", 0)).toBe("none");
});

test("bytes that the file does not have are refused with its size", async () => {
  const { status, headers, text } = await ask({ Range: "bytes=10-" });
  expect({ status, text }).toEqual({ status: 416, text: "" });
  expect(headers.get("Content-Range")).toBe("bytes */10");
});

test("a part says where it belongs, and keeps what the shop has said of the file", async () => {
  const { status, headers, text } = await ask({ Range: "bytes=2-5" });
  expect({ status, text }).toEqual({ status: 206, text: "2345" });
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-range": "bytes 2-5/10",
    "content-length": "4",
    "accept-ranges": "bytes",
    "content-type": "application/pdf",
    "content-security-policy": "default-src 'none'; frame-ancestors 'self'",
    etag: '"1"',
  });
});

test("a reader of another version gets this one whole", async () => {
  const other = await ask({ Range: "bytes=2-5", "If-Range": '"0"' });
  expect(other).toMatchObject({ status: 200, text: BODY });
  const same = await ask({ Range: "bytes=2-5", "If-Range": '"1"' });
  expect(same).toMatchObject({ status: 206, text: "2345" });
});

test("without a range the file comes whole; as a download where its address says so", async () => {
  const whole = await ask({});
  expect(whole).toMatchObject({ status: 200, text: BODY });
  expect(whole.headers.get("Content-Disposition")).toBe('inline; filename="a.pdf"');
  const download = await ask({}, `${FILE}?download=1`);
  expect(download.headers.get("Content-Disposition")).toBe('attachment; filename="a.pdf"');
});
