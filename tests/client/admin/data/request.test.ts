import { expect, test, vi } from "vitest";
import { adminCalls } from "../../../../client/admin/data/api.ts";
import { sendAs } from "../../../../client/admin/data/request.ts";
import type { Entry } from "../../../../client/admin/offline/entry.ts";
import { openOutboxShop } from "../../../support/outbox-world.ts";

const SENT = { n: 1, at: 0, tries: 1, state: "waiting", label: "Ann", row: -7 } as const;

test("an edit is sent under the name of its user alone, also in the session of another", async () => {
  const { admins } = openOutboxShop();
  const [ann, ben] = admins;
  if (!ann || !ben) throw new Error("The shop has no two administrators.");
  const values = { email: "new@example.com" };
  const entry: Entry = {
    ...SENT,
    key: crypto.randomUUID(),
    table: "users",
    kind: "create",
    values,
  };
  const stored = async () => {
    const answer = await ann.get("/api/tables/users?email=new@example.com");
    return ((await answer.json()) as { total: number }).total;
  };
  const signIn = (admin: typeof ann) =>
    vi.stubGlobal("fetch", (path: string, init: RequestInit) =>
      admin.send(path, {
        ...init,
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          Origin: "http://localhost:3000",
        },
      }),
    );
  signIn(ben);
  expect(await sendAs(ann.userId, adminCalls)(entry, undefined)).toEqual({ kind: "signed-out" });
  expect(await stored()).toBe(0);
  signIn(ann);
  expect(await sendAs(ann.userId, adminCalls)(entry, undefined)).toMatchObject({ kind: "done" });
  expect(await stored()).toBe(1);
});
