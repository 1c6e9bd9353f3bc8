import { and, eq } from "drizzle-orm";
import type { Reader } from "../../db/client.ts";
import { orderItems, orders } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";
import { type LinkClaim, readLink } from "./file-links.ts";
import {
  belongsToUser,
  type CurrentFile,
  isGranted,
  listItemFiles,
  type Viewer,
} from "./grants.ts";

type Access = { token: string | undefined; viewer: Viewer };
type Needs = Pick<Deps, "db" | "secret" | "clock">;
type Item = typeof orderItems.$inferSelect;

/**
 * The file, when the link's grant or the signed-in owner's grants hold it now. Undefined otherwise:
 * nobody learns whether the file exists. Decided at every download, so a withdrawn grant ends links.
 */
export function findOpenableFile(
  deps: Needs,
  fileId: number,
  access: Access,
): CurrentFile | undefined {
  for (const item of openableItems(deps, access)) {
    const file = listItemFiles(deps.db, item).find((candidate) => candidate.id === fileId);
    if (file) return file;
  }
  return undefined;
}

/** All files of one owned product with the name it was bought under; undefined for others. */
export function findOpenableBundle(
  deps: Needs,
  productId: number,
  access: Access,
): { name: string; files: CurrentFile[] } | undefined {
  const item = openableItems(deps, access).find((candidate) => candidate.productId === productId);
  return item && { name: item.name, files: listItemFiles(deps.db, item) };
}

function openableItems(deps: Needs, access: Access): Item[] {
  const claim = access.token ? readLink(deps.secret, access.token) : undefined;
  const linked = claim && claim.expiresAt > deps.clock.now() ? itemsOfLink(deps, claim) : [];
  const { user } = access.viewer;
  return user ? [...linked, ...itemsOfUser(deps, user)] : linked;
}

function itemsOfLink({ db, clock }: Needs, claim: LinkClaim): Item[] {
  return selectItems(db)
    .where(
      and(
        isGranted(clock.now()),
        eq(orders.number, claim.orderNumber),
        eq(orderItems.productId, claim.productId),
        eq(orders.linkEpoch, claim.epoch),
      ),
    )
    .all()
    .map((row) => row.item);
}

function itemsOfUser({ db, clock }: Needs, user: { id: number; email: string }): Item[] {
  return selectItems(db)
    .where(and(isGranted(clock.now()), belongsToUser(user)))
    .all()
    .map((row) => row.item);
}

function selectItems(db: Reader) {
  return db
    .select({ item: orderItems })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .$dynamic();
}
