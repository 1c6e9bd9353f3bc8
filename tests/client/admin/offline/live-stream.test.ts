import { expect, test } from "vitest";
import { eventReader } from "../../../../client/admin/offline/live-stream.ts";

const HEARTBEAT = ": still here\n\n";

test("an event split over two pieces is one event", () => {
  const read = eventReader();
  expect(read(`${HEARTBEAT}data: {"a`)).toEqual([]);
  expect(read(`":1}\nid: 7\n`)).toEqual([]);
  expect(read(`\n${HEARTBEAT}`)).toEqual(['{"a":1}']);
});

test("several events of a piece keep their order", () => {
  const read = eventReader();
  expect(read("id: 1\ndata: one\n\nid: 2\ndata: two\n\nid: 3\n")).toEqual(["one", "two"]);
});
