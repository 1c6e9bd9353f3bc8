import { expect, test } from "vitest";
import { loadConfig } from "../../../server/config.ts";
import { readFilesUrl } from "../../../server/config/files-url.ts";
import { LIVE, problemsOf } from "../../support/settings.ts";

const KEYS = { keyId: "key", secret: "secret" };
const US = "us-east-1";

test.each([
  [
    "s3://key:secret@s3.eu-central-1.amazonaws.com/my.shop-files?region=eu-central-1",
    { endpoint: "https://s3.eu-central-1.amazonaws.com", name: "my.shop-files", prefix: "" },
    { region: "eu-central-1" },
  ],
  [
    "s3://key:secret@0123abc.r2.cloudflarestorage.com/shop/of/mine/?region=auto",
    { endpoint: "https://0123abc.r2.cloudflarestorage.com", name: "shop", prefix: "of/mine/" },
    { region: "auto" },
  ],
  [
    "s3://key:secret@minio.internal:9000/shop/files?redirect=off",
    { endpoint: "https://minio.internal:9000", name: "shop", prefix: "files/" },
    { region: US, isPublic: false },
  ],
  // AWS secrets contain slashes and plus signs; they may be pasted without percent-encoding.
  [
    "s3://AKIA1:a/b+c=:d@s3.example/shop",
    { endpoint: "https://s3.example", name: "shop", prefix: "" },
    { region: US, keyId: "AKIA1", secret: "a/b+c=:d" },
  ],
  [
    "s3://k%40y:se%2Fcr%40t@s3.example/shop",
    { endpoint: "https://s3.example", name: "shop", prefix: "" },
    { region: US, keyId: "k@y", secret: "se/cr@t" },
  ],
  [
    "s3://key:secret@[::1]:9000/shop",
    { endpoint: "http://[::1]:9000", name: "shop", prefix: "" },
    { region: US },
  ],
  [
    "s3://key:secret@localhost.example/shop",
    { endpoint: "https://localhost.example", name: "shop", prefix: "" },
    { region: US },
  ],
])("%s names its bucket", (url, bucket, more) => {
  expect(readFilesUrl(url)).toEqual({ ...KEYS, ...bucket, isPublic: true, ...more });
});

test("a refused one is named without its secret", () => {
  for (const FILES_URL of [
    "s3://key:very_secret@s3.example",
    "https://key:very_secret@s3.example/",
  ])
    expect(problemsOf({ ...LIVE, FILES_URL })).toEqual([
      "FILES_URL: must be s3://KEY_ID:SECRET@host/bucket, with a folder after it and ?region= and &redirect=off where they are needed",
    ]);
});

test.each([
  ["s3.example", "https://shop.example", true],
  ["127.0.0.1:9000", "http://localhost:3000", true],
  ["127.0.0.1:9000", "https://shop.example", false],
  ["localhost", "https://localhost.example", false],
])("buyers of the bucket at %s are sent there from %s: %s", (host, PUBLIC_URL, isPublic) => {
  const FILES_URL = `s3://key:secret@${host}/shop`;
  expect(loadConfig({ DEMO: "1", PUBLIC_URL, FILES_URL }).bucket?.isPublic).toBe(isPublic);
});
