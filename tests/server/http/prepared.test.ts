import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  matchesEtag,
  prepareBytes,
  prepareText,
  servePrepared,
} from "../../../server/http/prepared.ts";

const TEXT = "A page that is served again and again. ".repeat(50);
const prepared = prepareText(TEXT, { "Content-Type": "text/plain", "Cache-Control": "no-cache" });

const serve = (headers: Record<string, string>) =>
  servePrepared(prepared, new Request("http://localhost/", { headers }));

describe("the encoding", () => {
  test.each([
    ["", null],
    ["identity", null],
    ["deflate", null],
    ["br", "br"],
    ["gzip", "gzip"],
    ["gzip, deflate, br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip,br", "br"],
    ["BR", "br"],
    ["GZip", "gzip"],
    ["br;q=1.0, gzip;q=0.8", "br"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.0,gzip;q=0.000", null],
    ["br ; q=0 , gzip ; q=1", "gzip"],
    ["br;q=0.001", "br"],
    ["gzip;q=0", null],
    ["brotli", null],
    ["x-br", null],
    ["xgzip, abr", null],
    [",,;,", null],
    [";q=1", null],
  ])("for Accept-Encoding %j is %j", async (accepted, encoding) => {
    const response = serve(accepted ? { "Accept-Encoding": accepted } : {});
    expect(response.headers.get("Content-Encoding")).toBe(encoding);
    expect(response.headers.get("Vary")).toBe("Accept-Encoding");
    const bytes = Buffer.from(await response.arrayBuffer());
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, none: (b: Buffer) => b };
    expect(decode[(encoding ?? "none") as keyof typeof decode](bytes).toString()).toBe(TEXT);
  });

  test("is none for bytes that have none, and then nothing varies", () => {
    const plain = prepareBytes(new Uint8Array([1, 2, 3]), { "Content-Type": "image/png" }, {});
    const response = servePrepared(
      plain,
      new Request("http://localhost/", { headers: { "Accept-Encoding": "br, gzip" } }),
    );
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-length": "3",
      "content-type": "image/png",
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    });
  });
});

describe("the ETag", () => {
  test("is strong, one for each encoding, and another for any other content", () => {
    const tags = ["identity", "br", "gzip"].map((encoding) =>
      serve({ "Accept-Encoding": encoding }).headers.get("ETag"),
    );
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    const other = prepareText(`${TEXT}!`, {});
    expect(other.identity.etag).not.toBe(prepared.identity.etag);
  });

  test("gives 304 with the headers a cache needs, and no body", async () => {
    const etag = prepared.br?.etag ?? "";
    const response = serve({ "Accept-Encoding": "br", "If-None-Match": etag });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe("");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag,
      vary: "Accept-Encoding",
      "cache-control": "no-cache",
    });
  });

  test.each<[string | null, boolean]>([
    [null, false],
    ["", false],
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", "abc"', true],
    ['"x",W/"abc" , "y"', true],
    [" * ", true],
    ["abc", false],
    ['"ABC"', false],
    ['"ab', false],
    ['w/"abc"', false],
    ['"abc-br"', false],
  ])('"abc" is named by %j: %s', (header, named) => {
    expect(matchesEtag(header, '"abc"')).toBe(named);
  });
});
