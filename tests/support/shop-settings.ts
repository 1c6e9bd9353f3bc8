import { type Settings, settings } from "../../db/content-schema.ts";
import { insertRow, updateRow } from "../../db/record.ts";
import { readSettings } from "../../server/domain/settings.ts";
import type { TestApp } from "./create-test-app.ts";

/** Changes some of the shop's settings, as the owner does in the admin. */
export function changeSettings({ deps }: Pick<TestApp, "deps">, patch: Partial<Settings>): void {
  const author = { actor: "test", now: deps.clock.now() };
  deps.db.write((tx) => {
    const stored = tx.select().from(settings).get();
    if (stored) updateRow(tx, settings, stored.id, patch, author);
    else insertRow(tx, settings, { ...readSettings(deps), ...patch }, author);
  });
}
