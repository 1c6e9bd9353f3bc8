import { expect, test } from "vitest";
import { createLog } from "../../server/log.ts";

function logging() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  return { lines, log: createLog({ level: "info", destination: { write } }) };
}

test.each([
  ["550 <buyer@example.com>: user unknown", "buyer@example.com"],
  ["from a@b.co to first.last+tag@mail.example.co.uk", "first.last+tag@mail"],
  ["No such checkout.session: cs_test_a1O847", "cs_test_a1O847"],
  ["cs_live_b2X is gone", "cs_live_b2X"],
  ["Invalid API Key: sk_live_51Habc", "sk_live_51Habc"],
  ["rk_test_51Habc may not", "rk_test_51Habc"],
  ["secret whsec_abc123 is wrong", "whsec_abc123"],
  ["GET /files/1/x.pdf?token=1.1.1795.W6Z-f10_x failed", "1795.W6Z"],
])("the fault %j is logged without %s", (message, secret) => {
  const { lines, log } = logging();
  log.error({ err: new Error(message) }, "fault");
  log.error({ err: new Error("outer", { cause: new Error(message) }) }, "fault");
  log.error({ err: message }, "fault");
  expect(lines).toHaveLength(3);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

test("a fault keeps its name, its words, its place and its code", () => {
  const { lines, log } = logging();
  const error = Object.assign(new TypeError("disk trouble"), { code: "ENOSPC" });
  log.error({ requestId: "r-1", err: error }, "fault");
  const err = { type: "TypeError", message: "disk trouble", code: "ENOSPC" };
  expect(lines).toMatchObject([{ level: 50, requestId: "r-1", msg: "fault", err }]);
  expect(JSON.stringify(lines)).toContain("log.test.ts");
});

test("what an error of another program carries along stays out, at any depth", () => {
  const { lines, log } = logging();
  const inner = Object.assign(new Error("inner"), { payload: "WHOLE BODY" });
  const outer = Object.assign(new Error("outer", { cause: inner }), {
    raw: { card: "WHOLE CARD" },
  });
  log.error({ err: outer }, "fault");
  expect(lines).toMatchObject([{ err: { message: "outer", cause: { message: "inner" } } }]);
  expect(JSON.stringify(lines)).not.toContain("WHOLE");
});

test("a text of a hundred thousand characters takes little room, an error in a circle too", () => {
  const { lines, log } = logging();
  const circle = new Error("round and round");
  circle.cause = circle;
  log.error({ err: circle }, "fault");
  log.error({ err: new Error("a".repeat(100_000)) }, "fault");
  expect(lines).toMatchObject([{ err: { message: "round and round" } }, {}]);
  expect(JSON.stringify(lines).length).toBeLessThan(20_000);
});

test("lines below the level are not written", () => {
  const { lines, log } = logging();
  log.debug("too quiet");
  log.info("heard");
  expect(lines.map((line) => line["msg"])).toEqual(["heard"]);
});
