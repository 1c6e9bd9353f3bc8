import { eq } from "drizzle-orm";
import { changes, users } from "../../db/schema.ts";
import type { TableRow } from "../../server/contract/tables.ts";
import { type Browser, openBrowser } from "./browser.ts";
import { SITE, type TestApp } from "./create-test-app.ts";
import { signIn } from "./shop.ts";
import { changeRow } from "./rows.ts";

export type Answer<Body> = { status: number; body: Body; headers: Headers };

type Sent = { body?: unknown; headers?: Record<string, string> };

export function tableCalls(browser: Browser) {
  const call = async <Body = TableRow>(
    method: string,
    path: string,
    sent: Sent = {},
  ): Promise<Answer<Body>> => {
    const isAsItIs = typeof sent.body === "string" || sent.body instanceof Blob;
    const content = isAsItIs ? (sent.body as string | Blob) : JSON.stringify(sent.body);
    const response = await browser.send(path, {
      method,
      headers: { "Content-Type": "application/json", Origin: SITE, ...sent.headers },
      ...(content !== undefined && { body: content }),
    });
    const answer = await response.text();
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    return {
      status: response.status,
      body: isJson ? JSON.parse(answer) : answer,
      headers: response.headers,
    };
  };
  return {
    ...browser,
    call,
    create: (table: string, body: unknown, headers?: Record<string, string>) =>
      call("POST", `/api/tables/${table}`, { body, ...(headers && { headers }) }),
    change: (table: string, id: number, body: unknown, headers?: Record<string, string>) =>
      call("PUT", `/api/tables/${table}/${id}`, { body, ...(headers && { headers }) }),
    remove: (table: string, id: number, headers?: Record<string, string>) =>
      call("DELETE", `/api/tables/${table}/${id}`, headers && { headers }),
  };
}

export type Caller = ReturnType<typeof tableCalls>;

export type Administrator = Caller & { userId: number };

export function signInAdmin(t: TestApp, email = "owner@example.com"): Administrator {
  const { userId, ...browser } = signIn(t, email, { lifetimeMs: 24 * 3_600_000 });
  changeRow(t, users, userId, { isAdmin: true });
  return { ...tableCalls(browser), userId };
}

export function openRoles(t: TestApp) {
  return {
    anonymous: tableCalls(openBrowser(t)),
    buyer: tableCalls(signIn(t, "buyer@example.com")),
    administrator: signInAdmin(t),
  };
}

export function changesOf({ db }: Pick<TestApp, "db">, table: string) {
  return db.select().from(changes).where(eq(changes.tableName, table)).all();
}

export function newestChange({ db }: Pick<TestApp, "db">): number {
  return Number(db.sqlite.prepare("SELECT coalesce(max(id), 0) FROM changes").pluck().get());
}

/** Calls `run` once, after the next transaction has committed. */
export function afterNextCommit({ db }: Pick<TestApp, "db">, run: () => unknown): void {
  let isNext = true;
  db.onCommit(() => {
    if (!isNext) return;
    isNext = false;
    run();
  });
}
