import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const OXLINT = join(ROOT, "node_modules/oxlint/bin/oxlint");

const features = readdirSync(join(ROOT, "client/features"));
const siblings = features.flatMap((feature) =>
  features
    .filter((other) => other !== feature)
    .map((other) => [`client/features/${feature}`, `../${other}/x.tsx`] as const),
);

const SCREENS_MAY = { overview: ["desk"] } as Record<string, string[]>;
/** Rooms of the admin by floor. A room imports only lower floors; screens only what is listed. */
const LOWER = ["url", "ui", "offline", "data", "kinds", "forms", "actions", "table"];
const rooms = readdirSync(join(ROOT, "client/admin"));
const screens = rooms.filter((room) => room !== "app" && !LOWER.includes(room));
const floors = [...LOWER, ...screens, "app"];
const upward = floors.flatMap((room, floor) =>
  floors
    .filter((other, otherFloor) => {
      if (room === other || room === "app" || SCREENS_MAY[room]?.includes(other)) return false;
      return otherFloor > floor || screens.includes(other);
    })
    .map((other) => [`client/admin/${room}`, `../${other}/x.tsx`] as const),
);

/** Rooms of the domain. Each may import those before it. */
const DOMAIN_ROOMS = [
  "stats",
  "webhooks",
  "mails",
  "sign-in",
  "upkeep",
  "files",
  "content",
  "orders",
  "money",
  "issues",
  "tables",
  "order-import",
  "admin",
];

/** Forbidden imports as [folder or file, specifier], covering each row of the import table. */
const FORBIDDEN = [
  ["db", "../server/config.ts"],
  ["server/contract", "../config.ts"],
  ["server/contract", "hono"],
  ["server/deps.ts", "./domain/viewer.ts"],
  ["server/ports", "../domain/viewer.ts"],
  ["server/domain", "hono"],
  ["server/domain", "../http/visitor.ts"],
  ["server/domain", "../integrations/stripe/payments.ts"],
  ["server/domain", "./orders/order.ts"],
  ...DOMAIN_ROOMS.slice(1).map(
    (above, index) => [`server/domain/${DOMAIN_ROOMS[index]}`, `../${above}/x.ts`] as const,
  ),
  ["server/domain/content", "../../../client/content/text-catalogue.ts"],
  ["server/backups", "../http/visitor.ts"],
  ["server/routes", "../../db/schema.ts"],
  ["server/routes", "stripe"],
  ["server/routes", "./other.ts"],
  ["server/http", "../routes/other.ts"],
  ["server/pages", "../routes/other.ts"],
  ["server/integrations/stripe", "../../domain/checkout.ts"],
  ["server/demo/payments", "../../../db/schema.ts"],
  ["server/demo/year", "../../http/visitor.ts"],
  ...siblings,
  ["client/features/landing", "../../routes/index.tsx"],
  ["client/features/landing", "../../../server/config.ts"],
  ["client/components", "../features/landing/x.tsx"],
  ["client/tracking", "../features/checkout/x.tsx"],
  ["client/lib", "../features/landing/x.tsx"],
  ...upward,
  ["client/lib", "../../server/app.ts"],
  ["client/admin/offline", "react"],
  ["client/admin/offline", "../ui/dialog.tsx"],
  ["client/admin/ui", "../../pwa/register.ts"],
  ["client/admin/desk", "../../features/landing/x.tsx"],
  ["client/device", "../admin/offline/entry.ts"],
  ["client/device", "../pwa/library/state.ts"],
  ["client/device", "react"],
  ["client/pwa", "../admin/offline/entry.ts"],
  ["client/components", "../admin/ui/controls.tsx"],
  ["client/pwa", "../components/button.tsx"],
  ["client/routes", "../../db/schema.ts"],
  ["client/routes", "../../server/pages/loaders.ts"],
] as const satisfies (readonly [folder: string, specifier: string])[];

const ALLOWED = [
  ["db", "drizzle-orm"],
  ["server/domain", "../../db/schema.ts"],
  ["server/domain/admin", "../stats/x.ts"],
  ["server/domain/stats", "../viewer.ts"],
  ["server/backups", "../../db/client.ts"],
  ["server/deps.ts", "./ports/payments.ts"],
  ["server/ports", "../contract/answers.ts"],
  ["server/routes", "../domain/checkout.ts"],
  ["client/features/checkout/success", "../support-line.tsx"],
  ["client/features/landing", "../../../server/contract/store.ts"],
  ["client/features/landing", "../../lib/checkout.ts"],
  ["client/components", "../tracking/order-session.ts"],
  ["client/lib", "../../server/contract/answers.ts"],
  ["client/pwa/library", "../../device/library-database.ts"],
  ["client/admin/offline", "../../device/idb.ts"],
  ["client/admin/data", "../ui/dialog.tsx"],
  ["client/admin/table", "../actions/row-actions.tsx"],
  ["client/admin/overview", "../desk/order-rows.tsx"],
  ["client/admin/app/palette", "../../table/column-settings.ts"],
  ["client/routes", "../features/landing/x.tsx"],
] as const satisfies (readonly [folder: string, specifier: string])[];

const folder = mkdtempSync(join(tmpdir(), "walls-"));
copyFileSync(join(ROOT, "oxlint.config.ts"), join(folder, "oxlint.config.ts"));
symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Lints one file per import and returns the imports without a lint error. */
function listPassed(imports: readonly (readonly [string, string])[]): string[] {
  const planted = imports.map(([place, specifier], index) => {
    const file = place.endsWith(".ts") ? place : `${place}/planted-${index}.ts`;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `import { x } from "${specifier}";\nx();\n`);
    return { file, text: `${place} imports ${specifier}` };
  });
  const { stdout } = spawnSync(process.execPath, [OXLINT, "--format", "json"], {
    cwd: folder,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; filename: string }[];
  };
  const stopped = new Set(
    diagnostics
      .filter(({ code }) => code === "eslint(no-restricted-imports)")
      .map(({ filename }) => filename),
  );
  for (const { file } of planted) rmSync(join(folder, file));
  return planted.filter(({ file }) => !stopped.has(file)).map(({ text }) => text);
}

test("lint refuses the imports that the layout forbids", () => {
  expect(listPassed(FORBIDDEN)).toEqual([]);
});

test("lint allows the imports of the layout", () => {
  expect(listPassed(ALLOWED)).toHaveLength(ALLOWED.length);
});

test("every room of server/domain has its place in the order", () => {
  const folders = readdirSync(join(ROOT, "server/domain"), { withFileTypes: true });
  const rooms = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(rooms.toSorted()).toEqual(DOMAIN_ROOMS.toSorted());
});
