import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const FOLDER = fileURLToPath(new URL("../../node_modules/", import.meta.url));
/** The files that stand for React in a build, by what is imported. */
export const REACT_FILES: Record<string, string> = {
  react: "react/cjs/react.production.js",
  "react/jsx-runtime": "react/cjs/react-jsx-runtime.production.js",
  "react-dom": "react-dom/cjs/react-dom.production.js",
  "react-dom/client": "react-dom/cjs/react-dom-client.production.js",
  scheduler: "scheduler/cjs/scheduler.production.js",
};
/** Ends the path of a file that stands beside the one of that name, for code that few pages load. */
const BESIDE = "?beside";
// What React asks its scheduler for, and does without in builds for production.
const NOT_PUBLISHED = /`(?:log|unstable_setDisableYieldValue)`/;

/**
 * Builds React from ES modules, which it is not published as (decision: react-modules). Files that match
 * `beside` get a second one of `react` and `react-dom`, so that what they alone use of React is not
 * loaded with the first.
 */
export function reactModules(beside: RegExp): Plugin {
  return {
    name: "react-modules",
    apply: "build",
    enforce: "pre",
    // Nobody looks into the shop's pages with React's own tools.
    config: () => ({ define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined" } }),
    resolveId(id, importer = "") {
      const file = REACT_FILES[id];
      if (!file) return undefined;
      return FOLDER + file + (/^react(?:-dom)?$/.test(id) && beside.test(importer) ? BESIDE : "");
    },
    onLog(_, { code, message }) {
      return code === "IMPORT_IS_UNDEFINED" && NOT_PUBLISHED.test(message) ? false : undefined;
    },
    transform(code, id) {
      const [path = "", query] = id.split("?");
      const found = Object.entries(REACT_FILES).find(([, file]) => path === FOLDER + file);
      if (!found) return undefined;
      const module = toModule(code);
      return { code: query === undefined ? module : standBeside(module, found[0]), map: null };
    },
  };
}

const REQUIRES = /^var (?:\w+ = require\("[\w-]+"\)[,;]\s*)+/gm;
const REQUIRE = /(\w+) = require\("([\w-]+)"\)/g;

/**
 * A CommonJS file as an ES module. It may require others in `var` statements at its top alone, and
 * export by `exports.name` alone; throws when anything else is left.
 */
export function toModule(code: string): string {
  const names = new Set<string>();
  const body = code
    .replaceAll(REQUIRES, (statement) =>
      [...statement.matchAll(REQUIRE)]
        .map(([, name, id]) => `import * as ${name} from "${id}";\n`)
        .join(""),
    )
    .replaceAll(/^exports\.(\w+) =(?=\s)/gm, (given, name: string) => {
      // Declared with its value, so that what is not used can be left out.
      const declared = names.has(name) ? given : `var ${given}`;
      names.add(name);
      return declared;
    })
    .replaceAll(/\bexports\.(\w+)/g, (given, name: string) =>
      names.has(name) ? `exported_${name}` : given,
    );
  if (/\brequire\(|\bexports\b/.test(body)) throw new Error("This file is no plain CommonJS.");
  return `${body}\nexport { ${[...names].map((name) => `exported_${name} as ${name}`).join(", ")} };`;
}

/**
 * The module that `toModule` made of `id`, with the state of the one that is imported by that name
 * instead of its own: components are drawn by a renderer that knows the first alone. All that it exports
 * is its default export, too, as libraries ask for it.
 */
export function standBeside(module: string, id: string): string {
  const [, name, variable] = /exported_(\w+_INTERNALS_\w+) =\s+(\w+);/.exec(module) ?? [];
  const [, list] = /export \{ (.+) \};$/.exec(module) ?? [];
  if (!name || !variable || !list) throw new Error(`${id} does not say what its state is.`);
  const shared = module.replaceAll(new RegExp(`\\b${variable}\\b(?! = )`, "g"), "shared_state");
  const whole = list.replaceAll(/(\w+) as (\w+)/g, "$2: $1");
  return `import { ${name} as shared_state } from "${id}";\n${shared}\nexport default { ${whole} };`;
}
