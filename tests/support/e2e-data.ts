// Seeds the data folder that each worker's store starts from.
import { rm } from "node:fs/promises";
import { EXECUTABLE, programCall } from "./program.ts";

export const SEEDED_DATA_DIR = "test-results/e2e-seeded";

/** Builds what the tests run and creates the seeded data folder, once before all of them. */
export default async function seed(): Promise<void> {
  await rm(SEEDED_DATA_DIR, { recursive: true, force: true });
  run([process.execPath, "scripts/build.ts"]);
  // Compile again: an outdated executable would be tested instead of these sources.
  if (EXECUTABLE === programCall().join()) run([process.execPath, "scripts/compile.ts"]);
  run([...programCall(), "seed"]);
}

function run(command: string[]): void {
  const env = { ...process.env, DATA_DIR: SEEDED_DATA_DIR, DEMO: "1" };
  const { success } = Bun.spawnSync(command, { env, stdio: ["ignore", "inherit", "inherit"] });
  if (!success) throw new Error(`${command.join(" ")} failed.`);
}
