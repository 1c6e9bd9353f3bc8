import { and, eq, exists, or, type SQL, sql } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { givenNumber, givenText, prepared } from "../../../db/statements.ts";
import { files, orderItems, orders, productFiles } from "../../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { type LinkClaim, readLink } from "./links.ts";
import { type CurrentFile, listItemFiles, selectFiles } from "./grants.ts";
import { boughtBy, type Viewer, whereAccessible } from "../viewer.ts";

type Access = { token: string | undefined; viewer: Viewer };
type Needs = Pick<Deps, "db" | "secret" | "clock">;
type Building = Pick<Reader, "select">;
type User = NonNullable<Viewer["user"]>;

/**
 * Returns the file if the link token or the signed-in user grants access to it. Runs on every
 * download, so revoking access also disables existing links.
 */
export function findOpenableFile(
  deps: Needs,
  fileId: number,
  access: Access,
): CurrentFile | undefined {
  const claim = liveClaim(deps, access.token);
  const { user } = access.viewer;
  const now = deps.clock.now().getTime();
  return (
    (claim && fileOfLink(deps.db).get({ fileId, now, ...claim })) ??
    (user ? fileOfAccount(deps.db).get({ fileId, now, ...idOf(user) }) : undefined)
  );
}

export function findOpenableBundle(
  deps: Needs,
  productId: number,
  access: Access,
): { name: string; files: CurrentFile[] } | undefined {
  const claim = liveClaim(deps, access.token);
  const { user } = access.viewer;
  const now = deps.clock.now().getTime();
  const item =
    (claim?.productId === productId ? itemOfLink(deps.db).get({ now, ...claim }) : undefined) ??
    (user ? itemOfAccount(deps.db).get({ productId, now, ...idOf(user) }) : undefined);
  return item && { name: item.name, files: listItemFiles(deps.db, item) };
}

function liveClaim({ secret, clock }: Needs, token: string | undefined): LinkClaim | undefined {
  const claim = token ? readLink(secret, token) : undefined;
  return claim && claim.expiresAt > clock.now() ? claim : undefined;
}

function idOf({ id, email }: User) {
  return { userId: id, email };
}

const NOW = givenNumber("now");

const isOfLink = () =>
  and(
    eq(orders.number, givenText("orderNumber")),
    eq(orderItems.productId, givenNumber("productId")),
    eq(orders.linkEpoch, givenNumber("epoch")),
  );

const isOfAccount = () => boughtBy({ id: givenNumber("userId"), email: givenText("email") });

const fileOfLink = prepared((db) => grantedFile(db, isOfLink()));
const fileOfAccount = prepared((db) => grantedFile(db, isOfAccount()));
const itemOfLink = prepared((db) => grantedItem(db, isOfLink()));
const itemOfAccount = prepared((db) =>
  grantedItem(db, and(isOfAccount(), eq(orderItems.productId, givenNumber("productId")))),
);

function grantedFile(db: Building, isTheirs: SQL | undefined) {
  const isOpenedBy = (holdsFile: SQL) =>
    exists(
      db
        .select({ id: orderItems.id })
        .from(orders)
        .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
        .where(and(isTheirs, whereAccessible(NOW), holdsFile)),
    );
  // The second condition parses JSON, which is slow, so it is evaluated last.
  const isOpen = or(isOpenedBy(isInProductFiles(db)), isOpenedBy(isInSnapshot()));
  return selectFiles(db)
    .where(and(eq(files.id, givenNumber("fileId")), isOpen))
    .prepare();
}

function isInProductFiles(db: Building): SQL {
  return exists(
    db
      .select({ id: productFiles.id })
      .from(productFiles)
      .where(
        and(eq(productFiles.productId, orderItems.productId), eq(productFiles.fileId, files.id)),
      ),
  );
}

function isInSnapshot(): SQL {
  return sql`EXISTS (
    SELECT 1 FROM json_each(${orderItems.files}) AS held WHERE held.value ->> 'fileId' = ${files.id}
  )`;
}

function grantedItem(db: Building, isTheirs: SQL | undefined) {
  const { productId, name, files: snapshot } = orderItems;
  return db
    .select({ productId, name, files: snapshot })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(and(isTheirs, whereAccessible(NOW)))
    .limit(1)
    .prepare();
}
