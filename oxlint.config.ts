import { posix } from "node:path";
import { defineConfig, type OxlintOverride } from "oxlint";

/** A folder and the folders that its files may import. Other imports are errors. */
type Room = {
  at: string;
  may: readonly string[];
  /** Rooms from which only types may be imported. */
  types?: readonly string[];
  /** Packages that may not be imported. */
  packages?: readonly string[];
};

const SHARED = ["server/contract", "package.json"];
/** `config.ts`, `deps.ts`, `errors.ts` and `log.ts`. */
const ROOT = "server/*.ts";
/** Helpers that import nothing of the store, so that all of the server may use them. */
const HELPERS = ["memo", "promises", "redact", "own-program"].map(
  (name) => `server/process/${name}.ts`,
);
const CORE = [ROOT, "server/config", "server/ports", ...HELPERS, ...SHARED];
const SDKS = ["stripe", "nodemailer", "better-sqlite3"];
const WEB = ["hono"];
const FEATURES = [
  "account",
  "auth",
  "checkout",
  "contact",
  "funnel",
  "landing",
  "legal",
  "mail",
  "withdraw",
];
const PAGE_PARTS = ["client/components", "client/lib", "client/content", "client/tracking"];
const ADMIN_PARTS = ["client/components", "client/lib", "client/content", "client/device"];
/** Rooms of the admin below its screens, lowest first. A room may import those before it. */
const ADMIN_ROOMS = ["url", "ui", "offline", "data", "kinds", "forms", "actions", "table"].map(
  (name) => `client/admin/${name}`,
);
/** Rooms of the admin with one area of screens each, and the screens that they may import. */
const ADMIN_SCREENS: Readonly<Record<string, readonly string[]>> = {
  backups: [],
  content: [],
  desk: [],
  discounts: [],
  health: [],
  "order-import": [],
  overview: ["client/admin/desk"],
  passkeys: [],
  pending: [],
  settings: [],
};

/** Rooms of `server/domain/`, each above those that it may import. */
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
].map((name) => `server/domain/${name}`);
const DOMAIN_PACKAGES = [...WEB, "stripe", "nodemailer"];

const ROOMS: readonly Room[] = [
  { at: "db", may: [] },
  { at: "server/contract", may: [], packages: ["node:", "react", "drizzle-orm", ...WEB, ...SDKS] },
  {
    at: "server/ports",
    may: ["server/contract"],
    types: ["db/enums.ts"],
    packages: ["node:", "drizzle-orm", ...WEB, ...SDKS],
  },
  { at: "server/config", may: [ROOT, ...SHARED], packages: SDKS },
  { at: "server/data", may: ["db", ...CORE] },
  { at: "server/domain", may: ["db", ...CORE], packages: [...DOMAIN_PACKAGES, "./*/"] },
  ...DOMAIN_ROOMS.map((at, index) => ({
    at,
    may: ["db", "server/domain/*.ts", ...DOMAIN_ROOMS.slice(0, index), ...CORE],
    packages: DOMAIN_PACKAGES,
  })),
  { at: "server/mails", may: ["db", "server/domain", ...CORE], packages: [...WEB, "nodemailer"] },
  {
    at: "server/backups",
    may: ["db", "server/data", ...CORE],
    packages: [...WEB, "stripe"],
  },
  { at: "server/integrations", may: ["server/data", ...CORE] },
  { at: "server/demo", may: ["server/data", ...CORE] },
  // The sample year is made by the code of the shop.
  {
    at: "server/demo/year",
    may: [
      "db",
      "server/domain",
      "server/mails",
      "server/integrations",
      ...["mailbox", "page", "payments"].map((part) => `server/demo/${part}`),
      ...CORE,
    ],
  },
  {
    at: "server/process",
    may: ["db", "server/domain", "server/mails", ...CORE],
    packages: [...WEB, ...SDKS],
  },
  { at: "server/http", may: ["server/domain", ...CORE], packages: ["drizzle-orm", ...SDKS] },
  {
    at: "server/pages",
    may: ["server/http", "server/domain", ...CORE],
    packages: ["drizzle-orm", ...SDKS],
  },
  {
    at: "server/routes",
    may: ["server/http", "server/pages", "server/domain", ...CORE],
    packages: ["drizzle-orm", "./", ...SDKS],
  },
  { at: "client/lib", may: ["client/content", ...SHARED], types: ["server/app.ts"] },
  { at: "client/content", may: SHARED, types: ["client/device", "client/lib"] },
  { at: "client/tracking", may: ["client/components", "client/lib", "client/content", ...SHARED] },
  { at: "client/components", may: ["client/pwa", ...PAGE_PARTS, ...SHARED] },
  {
    at: "client/device",
    may: ["client/lib", ...SHARED],
    packages: ["react"],
  },
  {
    at: "client/pwa",
    may: ["client/device", "client/lib", "client/content", ...SHARED],
    packages: ["react"],
  },
  ...FEATURES.map((name) => ({
    at: `client/features/${name}`,
    may: ["client/pwa", ...PAGE_PARTS, ...SHARED],
    types: ["client/device", "server/pages"],
  })),
  ...ADMIN_ROOMS.map((at, floor) => ({
    at,
    may: [...ADMIN_ROOMS.slice(0, floor), ...ADMIN_PARTS, ...SHARED],
  })),
  {
    at: "client/admin/offline",
    may: ["client/device", "client/lib", ...SHARED],
    packages: ["react"],
  },
  ...Object.entries(ADMIN_SCREENS).map(([name, screens]) => ({
    at: `client/admin/${name}`,
    may: [...ADMIN_ROOMS, ...screens, ...ADMIN_PARTS, ...SHARED],
  })),
  {
    at: "client/admin/app",
    may: ["client/admin", "client/pwa", "client/styles", ...ADMIN_PARTS, ...SHARED],
  },
  {
    at: "client/routes",
    may: [
      "client/app/page.ts",
      "client/features",
      "client/admin",
      "client/pwa",
      ...PAGE_PARTS,
      ...SHARED,
    ],
    types: ["server/pages"],
  },
  { at: "client/app", may: ["client", ...SHARED], types: ["server/pages"] },
  { at: "scripts", may: ["db", "server", "client", "package.json"] },
  { at: "tests", may: ["db", "server", "client", "package.json"] },
  { at: "tests/scripts", may: ["db", "server", "client", "scripts", "tests", "package.json"] },
  { at: "tests/support", may: ["db", "server", "client", "scripts", "tests", "package.json"] },
  { at: "tests/lab", may: ["db", "server", "client", "scripts", "tests", "package.json"] },
];

const DEPTHS = [0, 1, 2, 3];

const DEPS_IMPORTS = {
  group: ["./*/**", "!./ports/**"],
  message: "server/deps.ts takes its types from server/ports/.",
};

export default defineConfig({
  plugins: ["typescript", "import", "react", "jsx-a11y", "unicorn", "oxc", "promise"],
  categories: { correctness: "error", suspicious: "error" },
  ignorePatterns: ["node_modules", "dist", "/data", ".tools"],
  rules: {
    "import/no-cycle": "error",
    "import/no-unassigned-import": "off",
    "react/react-in-jsx-scope": "off",
    "typescript/no-explicit-any": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/consistent-type-definitions": ["error", "type"],
    "no-console": "error",
    "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
    "import/no-named-as-default": "off",
    "import/no-named-as-default-member": "off",
    "no-unmodified-loop-condition": "off",
    "unicorn/consistent-function-scoping": "off",
    "promise/no-callback-in-promise": "off",
    "promise/always-return": "off",
    "oxc/no-async-endpoint-handlers": "off",
    "no-shadow": "off",
    "no-underscore-dangle": "off",
    "unicorn/require-post-message-target-origin": "off",
    "jsx-a11y/prefer-tag-over-role": "off",
    "no-control-regex": "off",
    "react/set-state-in-effect": "off",
  },
  overrides: [
    ...ROOMS.flatMap((room) => DEPTHS.map((depth) => importRule(room, depth))),
    {
      files: ["server/deps.ts"],
      rules: { "no-restricted-imports": ["error", { patterns: [DEPS_IMPORTS] }] },
    },
    { files: ["scripts/**", "tests/**"], rules: { "no-console": "off" } },
    {
      files: ["db/schema.ts", "**/*.d.ts"],
      rules: { "typescript/consistent-type-definitions": "off" },
    },
  ],
});

/** Forbids imports out of a room except the allowed ones, for files `depth` folders deep. */
function importRule({ at, may, types = [], packages = [] }: Room, depth: number) {
  const folder = posix.join(at, ...Array<string>(depth).fill("x"));
  const specifiers = (places: readonly string[]) =>
    places.map((place) => {
      const path = posix.relative(folder, place);
      return /\.(?:ts|json)$/.test(place) ? path : `${path}/**`;
    });
  const outside = [`${"../".repeat(depth + 1)}**`];
  const allowed = specifiers([...may, ...types]).map((specifier) => `!${specifier}`);
  const typesOnly = types.map((place) => posix.relative(folder, place).replaceAll(".", "\\."));
  const patterns = [
    // First, and not a group: the exceptions of a group also apply to other groups.
    ...typesOnly.map((place) => ({
      regex: `^${place}(?:/|$)`,
      allowTypeImports: true,
      message: `${at}/ imports only types from there.`,
    })),
    {
      group: [...outside, ...allowed],
      message: `${at}/ imports only ${may.join(", ") || "itself"}.`,
    },
    {
      group: packages.flatMap((name) => (/[:/]$/.test(name) ? [`${name}*`] : [name, `${name}/**`])),
      message: `${at}/ does not use this package.`,
    },
  ].filter((pattern) => !("group" in pattern) || pattern.group.length > 0);
  return {
    files: [`${at}/${"*/".repeat(depth)}*.{ts,tsx}`],
    rules: { "no-restricted-imports": ["error", { patterns }] },
  } satisfies OxlintOverride;
}
