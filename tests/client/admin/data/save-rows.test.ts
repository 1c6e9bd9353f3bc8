import { expect, test, vi } from "vitest";
import { saveRows } from "../../../../client/admin/data/use-writes.tsx";
import { ApiError, NO_NETWORK } from "../../../../client/lib/answer.ts";
import type { Entry, Outcome } from "../../../../client/admin/offline/entry.ts";
import type { Outbox } from "../../../../client/admin/offline/outbox.ts";

const changeOf = (row: number) =>
  ({
    kind: "update",
    table: "users",
    row,
    version: 3,
    label: `User ${row}`,
    base: { name: "Before" },
    values: { name: "After" },
  }) as const;
const BATCH = { table: "users", sequence: 40, changes: [changeOf(1), changeOf(2)] };
const WAITING = { table: "users", row: 2 } as Entry;

type Device = { send?: () => Promise<number | null>; waiting?: Entry[]; outcomes?: Outcome[] };

function open({ send = async () => 41, waiting = [], outcomes = [] }: Device) {
  const left = [...outcomes];
  const outbox = { entries: () => waiting } as unknown as Outbox;
  const parts = {
    outbox,
    send: vi.fn(send),
    queue: vi.fn(async () => left.shift()),
  };
  return { parts, save: () => saveRows(parts, BATCH) };
}

const refusedWith = (details: ConstructorParameters<typeof ApiError>[1]) => async () => {
  throw new ApiError("Refused.", details);
};

test("a batch that the server refuses is not queued and not sent row by row", async () => {
  const { save, parts } = open({ send: refusedWith({ status: 422 }) });
  await expect(save()).rejects.toThrow("Refused.");
  expect(parts.queue).not.toHaveBeenCalled();
});

test("a batch is one call with each row's values and version, and one change set", async () => {
  const { save, parts } = open({});
  expect(await save()).toEqual({ changeSets: [41] });
  expect(parts.send.mock.calls).toMatchObject([
    [
      "users",
      {
        action: "update",
        filter: {},
        expected: 2,
        sequence: 40,
        rows: [
          { id: 1, version: 3, values: { name: "After" } },
          { id: 2, version: 3, values: { name: "After" } },
        ],
      },
    ],
  ]);
  expect(parts.queue).not.toHaveBeenCalled();
});

test.each([
  ["a connection", { code: NO_NETWORK }],
  ["a session", { status: 401, code: "unauthenticated" }],
])("without %s each row is kept on the device", async (_what, details) => {
  const { save, parts } = open({ send: refusedWith(details) });
  expect(await save()).toBeUndefined();
  expect(parts.queue).toHaveBeenCalledTimes(2);
});

test("while a change is queued, rows are sent one by one and undone together", async () => {
  const outcomes: Outcome[] = [
    { kind: "done", changeSet: 41 },
    { kind: "done", changeSet: 42 },
  ];
  const { save, parts } = open({ waiting: [WAITING], outcomes });
  expect(await save()).toEqual({ changeSets: [42, 41] });
  expect(parts.send).not.toHaveBeenCalled();
});

test("rejected rows are counted, with the reason", async () => {
  const outcomes: Outcome[] = [
    { kind: "done", changeSet: 41 },
    { kind: "rejected", message: "Name is too long." },
  ];
  const { save } = open({ waiting: [WAITING], outcomes });
  await expect(save()).rejects.toThrow(/^1 row .*Name is too long\./);
});
