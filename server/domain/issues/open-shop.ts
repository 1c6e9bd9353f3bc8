import { settings } from "../../../db/content-schema.ts";
import { updateRow } from "../../../db/record.ts";
import { STEPS } from "../../contract/health.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import type { AdminAuthor } from "../sign-in/administrators.ts";
import { getChecklist } from "./checklist.ts";
import { listChecks } from "./checks.ts";

type ShopChange = { id: number; author: AdminAuthor };

/** Opens the shop to visitors. Throws AppError `conflict` while a required step is not done. */
export async function openShop(deps: Deps, change: ShopChange): Promise<void> {
  const { steps } = await getChecklist(deps, await listChecks(deps));
  const missing = steps
    .filter(({ name, isDone }) => STEPS[name].isRequired && !isDone)
    .map(({ name }) => `“${STEPS[name].title}”`);
  if (missing.length > 0) {
    throw conflict(`The shop can't open yet. Still to do: ${missing.join(", ")}.`);
  }
  setOpen(change, true);
}

/** Closes the shop to visitors. */
export function closeShop(change: ShopChange): void {
  setOpen(change, false);
}

function setOpen({ id, author: { write, actor, now } }: ShopChange, isOpen: boolean): void {
  write((tx) => {
    const current = tx.select({ isOpen: settings.isOpen }).from(settings).get();
    if (current?.isOpen === isOpen) {
      throw conflict(isOpen ? "The shop is open already." : "The shop is closed already.");
    }
    // Not part of a change set: an undo would open the shop without these checks.
    updateRow(tx, settings, id, { isOpen }, { actor, now });
  });
}
