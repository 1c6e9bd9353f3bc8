import { expect, test } from "vitest";
import type { Line } from "../../../../server/contract/health.ts";
import { groupLines } from "../../../../client/admin/health/health-mark.tsx";

const line = (name: string, state: string) => ({ name, state, title: name }) as unknown as Line;
const names = (lines: readonly Line[]) => lines.map(({ name }) => name);

test("lines come by their urgency, and a state that is not known with the rest", () => {
  const { bad, warn, rest } = groupLines([
    line("payments", "ok"),
    line("disk", "warn"),
    line("clock", "bad"),
    line("mail", "of-a-newer-store"),
    line("backup", "unknown"),
    line("database", "bad"),
  ]);
  expect(names(bad)).toEqual(["clock", "database"]);
  expect(names(warn)).toEqual(["disk"]);
  expect(names(rest)).toEqual(["payments", "mail", "backup"]);
});
