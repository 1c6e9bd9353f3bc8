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
// What React asks its scheduler for, and does without in builds for production.
const NOT_PUBLISHED = /`(?:log|unstable_setDisableYieldValue)`/;

/** Builds React from ES modules, which it is not published as (decision: react-modules). */
export function reactModules(): Plugin {
  return {
    name: "react-modules",
    apply: "build",
    enforce: "pre",
    resolveId(id) {
      const file = REACT_FILES[id];
      return file && FOLDER + file;
    },
    onLog(_, { code, message }) {
      return code === "IMPORT_IS_UNDEFINED" && NOT_PUBLISHED.test(message) ? false : undefined;
    },
    transform(code, id) {
      const isReact = Object.values(REACT_FILES).some((file) =>
        id.endsWith(`/node_modules/${file}`),
      );
      return isReact ? { code: toModule(code), map: null } : undefined;
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
