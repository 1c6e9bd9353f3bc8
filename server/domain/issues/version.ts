import { schemaVersion } from "../../../db/migrate.ts";
import { migrations } from "../../../db/migrations/index.ts";
import packageJson from "../../../package.json" with { type: "json" };
import type { Health } from "../../contract/health.ts";
import type { Deps } from "../../deps.ts";
import { bad, type Finding, ok } from "./finding.ts";

export function versionOf({ db }: Pick<Deps, "db">): Health["version"] {
  return { program: packageJson.version, schema: schemaVersion(db.sqlite), bun: Bun.version };
}

export function versionFinding(deps: Pick<Deps, "db">): Finding {
  const { program, schema, bun } = versionOf(deps);
  const known = migrations.length;
  return schema === known
    ? ok(`Papercub ${program}, schema ${schema}, Bun ${bun}.`)
    : bad(
        `Papercub ${program} knows schema ${known}, and the database has schema ${schema}: a newer program is running next to this one.`,
        "Start the newer program, and stop this one.",
      );
}
