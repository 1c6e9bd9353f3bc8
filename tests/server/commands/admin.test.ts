import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../../db/client.ts";
import { changes, users } from "../../../db/schema.ts";
import { run } from "../../../server/commands/run.ts";
import { pathsOf } from "../../../server/data/data-dir.ts";
import { CommandError } from "../../../server/errors.ts";
import { openBrowser } from "../../support/browser.ts";
import { openDataDir } from "../../support/create-test-app.ts";
import { temporaryFolder } from "../../support/data-folder.ts";
import { local } from "../../support/shop.ts";

/** Runs a command in this process; returns its output and exit status. */
async function runCommand(words: string[]) {
  const written = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  // It would hold for the other tests of this process, too.
  const umask = vi.spyOn(process, "umask").mockReturnValue(0);
  const error = await run(words).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  for (const spy of [...spies, umask]) spy.mockRestore();
  const { stdout, stderr } = written;
  if (!error) return { code: 0, out: stdout.trimEnd(), said: stderr.trimEnd() };
  if (!(error instanceof CommandError)) throw error;
  return { code: error.status, out: stdout, said: stderr + error.message };
}

/** Returns the `admin` command for a new data folder, and readers of the rows it writes. */
function shop(env: Record<string, string> = {}) {
  const dataDir = temporaryFolder();
  for (const [name, value] of Object.entries({ DEMO: "1", DATA_DIR: dataDir, ...env })) {
    vi.stubEnv(name, value);
  }
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const admin = (...args: string[]) => runCommand(["admin", ...args]);
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

test("wrong calls are refused and change nothing", async () => {
  const { admin, read } = shop();
  expect(await admin("add")).toMatchObject({ code: 2, out: "" });
  expect(await admin("add", "anna")).toEqual({
    code: 2,
    out: "",
    said: "anna is no email address: use one such as anna@example.com.",
  });
  expect(await admin("remove", "a@example.com")).toEqual({
    code: 1,
    out: "",
    said: "a@example.com is no administrator: nothing was changed.",
  });
  expect(read()).toEqual({ users: [], changes: [] });
});

test("an administrator is added and removed unless it is the last, and the history says so", async () => {
  const { admin, read } = shop();
  const added = "anna@example.com is an administrator: sign in, open /admin.";
  expect(await admin("add", "Anna@Example.com")).toEqual({ code: 0, out: added, said: "" });
  expect(await admin("remove", "anna@example.com")).toEqual({
    code: 1,
    out: "",
    said: "anna@example.com is the last administrator: add another one first with admin add EMAIL.",
  });
  expect((await admin("add", "anna@example.com")).out).toContain("is an administrator already");
  const row = { email: "anna@example.com", isAdmin: true, emailVerifiedAt: null, version: 1 };
  expect(read().users).toMatchObject([row]);
  await admin("add", "bert@example.com");
  expect(await admin("remove", "anna@example.com")).toEqual({
    code: 0,
    out: "anna@example.com is no longer an administrator.",
    said: "",
  });
  expect(read()).toMatchObject({
    users: [{ ...row, isAdmin: false, version: 2 }, { isAdmin: true }],
    changes: [{ actor: "command" }, { actor: "command" }, { actor: "command" }],
  });
});

test("removing an administrator whom ADMIN_EMAILS still contains fails", async () => {
  const { admin, read } = shop({ ADMIN_EMAILS: "anna@example.com" });
  await admin("add", "anna@example.com");
  expect(await admin("remove", "anna@example.com")).toEqual({
    code: 1,
    out: "",
    said: "ADMIN_EMAILS still contains anna@example.com: remove it and restart the store.",
  });
  expect(read().users).toMatchObject([{ isAdmin: false }]);
});

test("a link is printed only for an administrator, and signs in once", async () => {
  const { admin, dataDir } = shop();
  expect(await admin("link", "anna@example.com")).toEqual({
    code: 1,
    out: "",
    said: "anna@example.com is no administrator: run admin add first.",
  });
  await admin("add", "anna@example.com");
  const { code, out, said } = await admin("link", "Anna@example.com");
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
