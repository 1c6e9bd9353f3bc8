import { expect, test } from "vitest";
import { createWriteKeys } from "../../../../client/admin/data/write-keys.ts";
import { ApiError, NO_NETWORK } from "../../../../client/lib/answer.ts";

const WRITE = { kind: "create", table: "products", values: { name: "Bear" } };

function aSender() {
  let count = 0;
  const keys = createWriteKeys(() => `key-${++count}`);
  const used: string[] = [];
  const send = (write: unknown, failure?: Error) =>
    keys
      .send(write, async (key) => {
        used.push(key);
        if (failure) throw failure;
      })
      .catch(() => {});
  return { send, used };
}

test.each([
  ["a lost connection", new ApiError("lost", { code: NO_NETWORK }), true],
  ["an answer of a proxy", new ApiError("bad gateway", { status: 502 }), true],
  ["an answer that ends too soon", new ApiError("unreadable", { status: 200 }), true],
  ["a limit", new ApiError("too many", { status: 429 }), true],
  ["a refusal", new ApiError("invalid", { status: 422 }), false],
  ["a conflict", new ApiError("changed", { status: 412 }), false],
])("after %s the same write keeps its key: %s", async (_, failure, keeps) => {
  const { send, used } = aSender();
  await send(WRITE, failure);
  await send({ ...WRITE });
  expect(used[0] === used[1]).toBe(keeps);
});

test("a write that was answered gets a new key, and so does another write", async () => {
  const { send, used } = aSender();
  await send(WRITE);
  await send(WRITE);
  await send({ ...WRITE, values: { name: "Cub" } }, new ApiError("lost"));
  expect(new Set(used).size).toBe(3);
});
