import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../db/client.ts";
import { changes, users } from "../../../db/schema.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { openBrowser } from "../../support/browser.ts";
import { openDataDir } from "../../support/create-test-app.ts";
import { local } from "../../support/shop.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Returns the `admin` command for a new data folder, and readers of the rows it writes. */
function shop(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "papercub-admin-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const admin = (...args: string[]) => {
    const settings = { DEMO: "1", DATA_DIR: dataDir, ...env };
    const child = spawnSync(process.execPath, ["server/main.ts", "admin", ...args], {
      cwd: ROOT,
      env: { ...settings },
      encoding: "utf8",
    });
    return { code: child.status, out: child.stdout.trimEnd(), said: child.stderr.trimEnd() };
  };
  const read = () => {
    const db = openDatabase(pathsOf(dataDir).database);
    const rows = {
      users: db.select().from(users).all(),
      changes: db.select().from(changes).all(),
    };
    db.close();
    return rows;
  };
  return { admin, read, dataDir };
}

test("wrong calls are refused and change nothing", () => {
  const { admin, read } = shop();
  expect(admin("add")).toMatchObject({ code: 2, out: "" });
  expect(admin("add", "anna")).toEqual({
    code: 2,
    out: "",
    said: "anna is no email address: use one such as anna@example.com.",
  });
  expect(admin("remove", "a@example.com")).toEqual({
    code: 1,
    out: "",
    said: "a@example.com is no administrator: nothing was changed.",
  });
  expect(read()).toEqual({ users: [], changes: [] });
});

test("an administrator is added and removed unless it is the last, and the history says so", () => {
  const { admin, read } = shop();
  const added = "anna@example.com is an administrator: sign in, open /admin.";
  expect(admin("add", "Anna@Example.com")).toEqual({ code: 0, out: added, said: "" });
  expect(admin("remove", "anna@example.com")).toEqual({
    code: 1,
    out: "",
    said: "anna@example.com is the last administrator: add another one first with admin add EMAIL.",
  });
  expect(admin("add", "anna@example.com").out).toContain("is an administrator already");
  const row = { email: "anna@example.com", isAdmin: true, emailVerifiedAt: null, version: 1 };
  expect(read().users).toMatchObject([row]);
  admin("add", "bert@example.com");
  expect(admin("remove", "anna@example.com")).toEqual({
    code: 0,
    out: "anna@example.com is no longer an administrator.",
    said: "",
  });
  expect(read()).toMatchObject({
    users: [{ ...row, isAdmin: false, version: 2 }, { isAdmin: true }],
    changes: [{ actor: "command" }, { actor: "command" }, { actor: "command" }],
  });
});

test("removing an administrator whom ADMIN_EMAILS still contains fails", () => {
  const { admin, read } = shop({ ADMIN_EMAILS: "anna@example.com" });
  admin("add", "anna@example.com");
  expect(admin("remove", "anna@example.com")).toEqual({
    code: 1,
    out: "",
    said: "ADMIN_EMAILS still contains anna@example.com: remove it and restart the store.",
  });
  expect(read().users).toMatchObject([{ isAdmin: false }]);
});

test("a link is printed only for an administrator, and signs in once", async () => {
  const { admin, dataDir } = shop();
  expect(admin("link", "anna@example.com")).toEqual({
    code: 1,
    out: "",
    said: "anna@example.com is no administrator: run admin add first.",
  });
  admin("add", "anna@example.com");
  const { code, out, said } = admin("link", "Anna@example.com");
  expect(code).toBe(0);
  expect(said).toBe("This link signs in once, within an hour, without a passkey.");
  const t = await openDataDir(dataDir);
  onTestFinished(t.close);
  const fields = Object.fromEntries(new URL(out).searchParams);
  const browser = openBrowser(t);
  expect((await browser.postForm(local(out), fields)).status).toBe(303);
  expect(await (await browser.get("/api/admin/status")).json()).toEqual({ isAdmin: true });
  expect((await openBrowser(t).post("/api/verify-otp", fields)).status).toBe(400);
});
