import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { CLIENT_BUILD } from "../../server/process/own-program.ts";
import { compress } from "../../server/http/encoded-body.ts";

const WORKER_MOST_BYTES = 10_000;
const KEPT_MOST_BYTES = 450_000;
const KEPT_MOST_FILES = 42;
/** Allowance for the app shell and the offline page, which the service worker caches too. */
const DOCUMENTS = { files: 2, bytes: 10_000 };

const worker = readFileSync(join(CLIENT_BUILD, "sw.js"), "utf8");
const listed = [...worker.matchAll(/\{("admin":true,)?"revision":null,"url":"(assets\/[^"]+)"/g)];
const namesOf = (isAdmin: boolean) =>
  listed.filter(([, admin]) => isAdmin === Boolean(admin)).map(([, , url = ""]) => url);
const files = namesOf(false);

test("the worker is small, and has the placeholder of its revision", () => {
  const weight = gzipSync(worker).byteLength;
  process.stdout.write(`The worker weighs ${weight} bytes by gzip\n`);
  expect(weight).toBeLessThanOrEqual(WORKER_MOST_BYTES);
  expect(worker.match(/__SHELL_REVISION__/g)).toHaveLength(1);
  expect(worker).not.toContain("__WB_MANIFEST");
});

test("it stores the app's pages, styles and fonts, within the limit", async () => {
  const bytes = await Promise.all(
    files.map(async (file) => {
      const { br } = await compress(readFileSync(join(CLIENT_BUILD, file)));
      return br.byteLength;
    }),
  );
  const total = bytes.reduce((sum, size) => sum + size, 0);
  process.stdout.write(`P11: the worker keeps ${files.length} files, ${total} bytes by brotli\n`);
  expect(files.length + DOCUMENTS.files).toBeLessThanOrEqual(KEPT_MOST_FILES);
  expect(total + DOCUMENTS.bytes).toBeLessThanOrEqual(KEPT_MOST_BYTES);
  for (const name of ["entry-client", "hydrate", "react", "account", "login", "admin"]) {
    expect(files.some((file) => file.startsWith(`assets/${name}-`))).toBe(true);
  }
  expect(files.filter((file) => file.endsWith(".css"))).toHaveLength(1);
  expect(files.filter((file) => file.endsWith(".woff2")).length).toBeGreaterThan(1);
  expect(
    files.filter((file) => /admin-app|checkout|routes-|consent|tracking-code/.test(file)),
  ).toEqual([]);
  const admin = namesOf(true);
  expect(admin.some((file) => /admin-app-.+\.js$/.test(file))).toBe(true);
  expect(admin.some((file) => /admin-app-.+\.css$/.test(file))).toBe(true);
});
