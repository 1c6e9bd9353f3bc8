import { describe, expect, test } from "vitest";
import { updateRow } from "../../../../db/record.ts";
import { products } from "../../../../db/schema.ts";
import { type OnceWork, runOnce } from "../../../../server/domain/upkeep/idempotency.ts";
import { AppError } from "../../../../server/errors.ts";
import { adminAuthor } from "../../../support/admin-author.ts";
import { createTestApp } from "../../../support/create-test-app.ts";
import { signInAdmin } from "../../../support/table-calls.ts";

/** Opens a shop with a product and one example of each kind of work; `runs` counts executions. */
async function open() {
  const t = createTestApp();
  const { deps } = t;
  await t.addProduct({ name: "Pack", price: 100 });
  const { requirePasskey, isAdministrator, write } = adminAuthor(t);
  const rights = { requirePasskey, isAdministrator, requireRights() {}, write };
  const admin = { id: signInAdmin(t).userId, ...rights };
  const state = { runs: 0, failure: undefined as Error | undefined };
  const step = (tx: Parameters<typeof updateRow>[0], author: Parameters<typeof updateRow>[4]) => {
    state.runs++;
    if (state.failure) throw state.failure;
    const { version } = updateRow(tx, products, 1, { badge: "X" }, author);
    return { status: 200, body: { version } };
  };
  const works: Record<string, OnceWork> = {
    write: { write: step },
    run: { run: async (author) => deps.db.write((tx) => step(tx, author)) },
    act: {
      async act(author, { claim }) {
        claim();
        return deps.db.write((tx) => step(tx, author));
      },
    },
  };
  const call = (kind: string, { key = "k", scope = "admin:1", request = 1 as unknown } = {}) =>
    runOnce(deps, { admin, keyed: { scope, key, request } }, works[kind]!);
  return { ...t, admin, state, call };
}

const KINDS = ["write", "run", "act"];

describe.each(KINDS)("a keyed call (%s)", (kind) => {
  test("runs once, also when it is sent again at the same time", async () => {
    const { call, state } = await open();
    const [first, ...others] = await Promise.all([call(kind), call(kind)]);
    others.push(await call(kind));
    for (const other of others) expect(other).toEqual(first);
    expect([first?.body, state.runs]).toEqual([{ version: 2 }, 1]);
  });

  test("is refused for another request, and is another call in another scope", async () => {
    const { call, state } = await open();
    await call(kind);
    await expect(call(kind, { request: 2 })).rejects.toMatchObject({ reason: "key_reused" });
    await call(kind, { scope: "admin:2" });
    expect(state.runs).toBe(2);
  });

  test("may be sent again after a refusal, even with another request", async () => {
    const { call, state } = await open();
    state.failure = new AppError("conflict", "No.", { reason: "in_use" });
    await expect(call(kind)).rejects.toMatchObject({ reason: "in_use" });
    state.failure = undefined;
    expect(await call(kind, { request: 2 })).toMatchObject({ body: { version: 2 } });
  });
});

test("an act that failed at the provider keeps its key for the same request", async () => {
  const { call, state } = await open();
  state.failure = new AppError("payment_provider", "Down.");
  await expect(call("act")).rejects.toMatchObject({ code: "payment_provider" });
  await expect(call("act", { request: 2 })).rejects.toMatchObject({ reason: "key_reused" });
  state.failure = undefined;
  expect(await call("act")).toMatchObject({ status: 200 });
});

test("a run that was interrupted is not repeated", async () => {
  const { deps, admin } = await open();
  const call = { admin, keyed: { scope: "s", key: "k", request: 1 } };
  const interrupted = runOnce(deps, call, {
    async run(author) {
      deps.db.write((tx) => updateRow(tx, products, 1, { badge: "X" }, author));
      throw new Error("killed");
    },
  });
  await expect(interrupted).rejects.toThrow("killed");
  const again = runOnce(deps, call, { run: () => Promise.reject(new Error("started again")) });
  await expect(again).rejects.toMatchObject({ reason: "cut_short" });
});
