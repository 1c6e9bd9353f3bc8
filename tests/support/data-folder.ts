import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Returns the path of a data folder not created yet; it is deleted when the test ends. */
export function dataFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), "papercub-data-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, "data");
}
