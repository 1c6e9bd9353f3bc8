import { expect, test } from "vitest";
import type { Values } from "../../../../client/local/merge.ts";
import { createOnce } from "../../../../client/features/admin/form/create-once.ts";
import { ApiError, NO_NETWORK } from "../../../../client/lib/answer.ts";

const LOST = new ApiError("lost", { code: NO_NETWORK });
const REFUSED = new ApiError("invalid", { status: 422 });
const NOT_SENT = new ApiError("It would take an offer its product.");
const BEAR = { name: "Bear", price: 100 };
const CUB = { name: "Cub", price: 100 };

type Call = ["create", Values] | ["update", number, Values];

/** Saves the values one after another; `answers` are those of the creates, in order. */
async function saveAll(saves: Values[], answers: (ApiError | undefined)[]): Promise<Call[]> {
  const calls: Call[] = [];
  const save = createOnce();
  const left = [...answers];
  for (const values of saves) {
    const sent = save(values, {
      async create(first) {
        calls.push(["create", first]);
        const failure = left.shift();
        if (failure) throw failure;
        return { id: 7, version: 1, ...first };
      },
      async update(row, changed) {
        calls.push(["update", row.id, changed]);
        return { ...row, ...changed };
      },
    });
    await sent.catch(() => {});
  }
  return calls;
}

test.each<[string, Values[], (ApiError | undefined)[], Call[]]>([
  [
    "sent again alone when nothing was changed",
    [BEAR, { ...BEAR }],
    [LOST],
    [create(BEAR), create(BEAR)],
  ],
  [
    "settled before newer values, which then change its row",
    [BEAR, CUB],
    [LOST],
    [create(BEAR), create(BEAR), ["update", 7, { name: "Cub" }]],
  ],
  [
    "settled with values that were emptied since",
    [BEAR, { name: "Bear" }],
    [LOST],
    [create(BEAR), create(BEAR), ["update", 7, { price: null }]],
  ],
  [
    "replaced by newer values when it turns out to be refused",
    [BEAR, CUB],
    [LOST, REFUSED],
    [create(BEAR), create(BEAR), create(CUB)],
  ],
  [
    "asked for alone while its answer is lost again",
    [BEAR, CUB, CUB],
    [LOST, LOST],
    [create(BEAR), create(BEAR), create(BEAR), ["update", 7, { name: "Cub" }]],
  ],
])("a create whose answer was lost is %s", async (_, saves, answers, calls) => {
  expect(await saveAll(saves, answers)).toEqual(calls);
});

test.each([
  ["was refused", REFUSED],
  ["was never sent", NOT_SENT],
])("a create that %s is not sent again", async (_, failure) => {
  expect(await saveAll([BEAR, CUB], [failure])).toEqual([create(BEAR), create(CUB)]);
});

function create(values: Values): Call {
  return ["create", values];
}
