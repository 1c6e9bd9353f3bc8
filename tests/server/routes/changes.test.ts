import { describe, expect, onTestFinished, test } from "vitest";
import type { ChangeFeed } from "../../../server/contract/tables.ts";
import { createApp } from "../../../server/app.ts";
import { createTestApp } from "../../support/create-test-app.ts";
import { NO_PAGES } from "../../support/no-pages.ts";
import { newestChange, signInAdmin } from "../../support/table-calls.ts";

async function open() {
  const t = createTestApp();
  const pack = await t.addProduct({ name: "Premium Pack", price: 3700, contents: ["one"] });
  return { ...t, pack, admin: signInAdmin(t) };
}

describe("the feed", () => {
  test.each(["since=x", "since=-1", "limit=0", "limit=501", "since=1&since=2"])(
    "refuses %s",
    async (query) => {
      const { admin } = await open();
      expect(await admin.call("GET", `/api/admin/changes?${query}`)).toMatchObject({ status: 422 });
    },
  );

  test("tells of the registry's rows in order, and where to go on", async () => {
    const { admin, pack, ...t } = await open();
    const since = newestChange(t);
    await admin.change("products", pack, { price: 100 });
    await admin.remove("product_files", 1);
    const ask = async (from: number, more = "") => {
      const answer = await admin.call<ChangeFeed>("GET", `/api/admin/changes?since=${from}${more}`);
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
      return answer.body;
    };
    const actor = `admin:${admin.userId}`;
    const at = "2026-11-21T10:00:00.000Z";
    const lines = [
      { sequence: since + 1, at, actor, action: "update", table: "products", id: pack, version: 2 },
      {
        sequence: since + 2,
        at,
        actor,
        action: "delete",
        table: "product_files",
        id: 1,
        version: null,
      },
    ];
    expect(await ask(since)).toEqual({ changes: lines, next: since + 2, epoch: 0 });
    expect(await ask(since, "&limit=1")).toEqual({
      changes: lines.slice(0, 1),
      next: since + 1,
      epoch: 0,
    });
    expect(await ask(since + 2)).toEqual({ changes: [], next: since + 2, epoch: 0 });
    const { changes } = await ask(0);
    // Files and file versions are not admin tables.
    expect(new Set(changes.map(({ table }) => table))).toEqual(
      new Set(["products", "product_files", "users"]),
    );
    expect((await admin.call<ChangeFeed>("GET", "/api/admin/changes")).body).toEqual({
      changes: [],
      next: since + 2,
      epoch: 0,
    });
  });
});

describe("the stream", () => {
  /** Opens the change stream; `until` reads until a text arrives, `end` expects the end. */
  async function follow(t: Awaited<ReturnType<typeof open>>, headers: Record<string, string> = {}) {
    const response = await t.admin.get("/api/admin/changes/stream", headers);
    const reader = response.body?.getReader();
    if (!reader) throw new Error("No body.");
    onTestFinished(() => reader.cancel());
    let text = "";
    return {
      response,
      reader,
      async until(part: string) {
        while (!text.includes(part)) {
          const { value, done } = await reader.read();
          if (done) throw new Error(`The stream ended after ${text}`);
          text += new TextDecoder().decode(value);
        }
        return text;
      },
      async end() {
        expect(await reader.read()).toEqual({ done: true, value: undefined });
      },
    };
  }

  test("tells of a change when it is stored, and goes on where a browser has left", async () => {
    const t = await open();
    const { response, until } = await follow(t);
    expect(response.headers.get("Content-Type")).toContain("text/event-stream");
    await until("event: ping");
    const sequence = newestChange(t) + 1;
    await t.admin.change("products", t.pack, { price: 100 });
    const text = await until(`id: ${sequence}`);
    expect(text).toContain(`"sequence":${sequence},`);

    await t.admin.change("products", t.pack, { price: 200 });
    await t.admin.change("products", t.pack, { price: 300 });
    const later = await (
      await follow(t, { "Last-Event-ID": String(sequence) })
    ).until(`id: ${sequence + 2}`);
    expect(later).not.toContain(`id: ${sequence}\n`);
    expect(later).toContain(`id: ${sequence + 1}\n`);
  });

  test("ends with the session", async () => {
    const t = await open();
    const stream = await follow(t);
    await stream.until("event: ping");
    await t.admin.get("/api/logout");
    // A change wakes the stream, which then notices the logout.
    await t.addProduct({ name: "Another" });
    await stream.end();
  });

  test("ends for one who is no administrator any more", async () => {
    const t = await open();
    const other = signInAdmin(t, "second@example.com");
    const stream = await follow(t);
    await stream.until("event: ping");
    await other.change("users", t.admin.userId, { is_admin: false });
    await stream.end();
  });

  test("is open four times for one administrator, and a place is free again", async () => {
    const t = await open();
    const streams = [];
    for (let n = 0; n < 4; n++) streams.push(await follow(t));
    const path = "/api/admin/changes/stream";
    const fifth = await t.admin.get(path);
    expect(fifth.status).toBe(429);
    expect(fifth.headers.get("Retry-After")).toBe("30");
    const second = await signInAdmin(t, "second@example.com").get(path);
    expect(second.status).toBe(200);
    await second.body?.cancel();
    await streams[0]?.reader.cancel();
    await expect
      .poll(async () => {
        const again = await t.admin.get(path);
        await again.body?.cancel();
        return again.status;
      })
      .toBe(200);
  });
});

test("asking for a stream's headers alone opens none", async () => {
  const admin = signInAdmin(createTestApp());
  const path = "/api/admin/changes/stream";
  for (let n = 0; n < 5; n++) {
    const { status, headers } = await admin.send(path, { method: "HEAD" });
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toContain("text/event-stream");
  }
  const { status, body } = await admin.get(path);
  expect(status).toBe(200);
  await body?.cancel();
});

test("a stream ends when the store stops", async () => {
  const t = createTestApp();
  const stopping = new AbortController();
  const app = createApp({ ...t.deps, stopping: stopping.signal }, NO_PAGES);
  const admin = signInAdmin({ ...t, app });
  const { body } = await admin.get("/api/admin/changes/stream");
  const ended = new Response(body).text();
  stopping.abort();
  expect(await ended).toBe("event: ping\ndata:\n\n");
});
