import { Hono } from "hono";
import { refusals } from "../contract/refusals.ts";
import type { Deps } from "../deps.ts";
import { listBackups, startBackup } from "../domain/backups.ts";
import { AppError } from "../errors.ts";
import { answerOnce } from "../http/answer-once.ts";
import type { AdminEnv } from "../http/guards.ts";
import { allowSlowReader } from "../http/slow-reader.ts";

/** The archives of the whole store, which hold all that it knows: for administrators alone. */
export const backupRoutes = (deps: Deps) => {
  const { backups, log } = deps;
  const getBackup = async (name: string) => {
    const found = await backups.find(name);
    if (!found) throw new AppError("not_found", refusals.notFound);
    return found;
  };
  return new Hono<AdminEnv>()
    .get("/", async (c) => c.json(await listBackups(deps), 200))
    .post("/", async (c) => {
      // A backup can take minutes; the list shows its progress.
      const run = async () => {
        startBackup(deps);
        return { status: 202, body: await listBackups(deps) };
      };
      return answerOnce(c, deps, { body: null, work: { run } });
    })
    .get("/:name", async (c) => {
      const { name, path, bytes } = await getBackup(c.req.param("name"));
      const headers = {
        "Content-Type": "application/x-tar",
        "Content-Disposition": `attachment; filename="${name}"`,
        "Cache-Control": "private, no-store",
        "X-Content-Type-Options": "nosniff",
        // Bytes of a name never change, so that a download that was cut off goes on.
        ETag: `"${name}"`,
      };
      if (c.req.method === "HEAD") {
        return new Response(null, { headers: { ...headers, "Content-Length": String(bytes) } });
      }
      allowSlowReader(c);
      log.info({ userId: c.var.user.id, name }, "A backup is downloaded.");
      return new Response(Bun.file(path), { headers });
    })
    .delete("/:name", async (c) => {
      const { name } = await getBackup(c.req.param("name"));
      c.var.user.requireRights();
      await backups.remove(name);
      log.info({ userId: c.var.user.id, name }, "A backup was deleted.");
      return c.json({ success: true }, 200);
    });
};
