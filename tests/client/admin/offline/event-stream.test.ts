import { expect, test } from "vitest";
import { eventReader } from "../../../../client/admin/offline/event-stream.ts";

const HEARTBEAT = ": still here\n\n";

test("an event that comes in two pieces is one", () => {
  const read = eventReader();
  expect(read(`${HEARTBEAT}data: {"a`)).toEqual([]);
  expect(read(`":1}\nid: 7\n`)).toEqual([]);
  expect(read(`\n${HEARTBEAT}`)).toEqual([{ id: "7", data: '{"a":1}' }]);
});

test("several in a piece are told in their order", () => {
  const read = eventReader();
  expect(read("id: 1\ndata: one\n\nid: 2\ndata: two\n\nid: 3\n")).toEqual([
    { id: "1", data: "one" },
    { id: "2", data: "two" },
  ]);
});
