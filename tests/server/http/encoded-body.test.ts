import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  matchesEtag,
  encodeBytes,
  encodeText,
  serveEncoded,
} from "../../../server/http/encoded-body.ts";

const TEXT = "A page that is served again and again. ".repeat(50);
const prepared = await encodeText(TEXT, {
  "Content-Type": "text/plain",
  "Cache-Control": "no-cache",
});

const serve = (headers: Record<string, string>) =>
  serveEncoded(prepared, new Request("http://localhost/", { headers }));

describe("the encoding", () => {
  const ACCEPTED: Record<string, string[]> = {
    br: [
      ["br", "gzip, deflate, br", "gzip, deflate, br, zstd", "gzip,br", "BR"],
      ["br;q=1.0, gzip;q=0.8", "br;q=0.001"],
    ].flat(),
    gzip: ["gzip", "GZip", "br;q=0, gzip", "br ; q=0 , gzip ; q=1"],
    none: [
      ["", "identity", "deflate", "br;q=0.0,gzip;q=0.000", "gzip;q=0", "brotli", "x-br"],
      ["xgzip, abr", ",,;,", ";q=1"],
    ].flat(),
  };
  const cases = Object.entries(ACCEPTED).flatMap(([encoding, all]) =>
    all.map((accepted) => [accepted, encoding] as const),
  );
  test.each(cases)("for Accept-Encoding %j is %s", async (accepted, encoding) => {
    const response = serve(accepted ? { "Accept-Encoding": accepted } : {});
    expect(response.headers.get("Content-Encoding") ?? "none").toBe(encoding);
    expect(response.headers.get("Vary")).toBe("Accept-Encoding");
    const bytes = Buffer.from(await response.arrayBuffer());
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, none: (b: Buffer) => b };
    expect(decode[encoding as keyof typeof decode](bytes).toString()).toBe(TEXT);
  });

  test("is none for bytes that have none, and then nothing varies", () => {
    const plain = encodeBytes(new Uint8Array([1, 2, 3]), { "Content-Type": "image/png" }, {});
    const response = serveEncoded(
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
  test("is strong, and differs by encoding and by content", async () => {
    const tags = ["identity", "br", "gzip"].map((encoding) =>
      serve({ "Accept-Encoding": encoding }).headers.get("ETag"),
    );
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    const other = await encodeText(`${TEXT}!`, {});
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

  const NAMING = ['"abc"', 'W/"abc"', '"x", "abc"', '"x",W/"abc" , "y"', " * "];
  const OTHERS = [null, "", "abc", '"ABC"', '"ab', 'w/"abc"', '"abc-br"'];
  test("is named by itself in a list, weak or not, and by a star", () => {
    const names = (header: string | null) => matchesEtag(header, '"abc"');
    expect([...NAMING, ...OTHERS].filter(names)).toEqual(NAMING);
  });
});
