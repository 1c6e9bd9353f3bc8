const scripts = new Map<string, Promise<void>>();

/**
 * Loads a part of the script once all files that it needs have come; rejects when one of them, or of
 * its styles, does not, and the next call asks for it again. A browser keeps a module that failed as
 * failed for as long as its document lives, so nothing is imported before it is in the cache. Stands
 * in the build for Vite's helper, which imports at once.
 */
export function __vitePreload<Part>(load: () => Promise<Part>, files: string[] = []) {
  return Promise.all(files.map(fetchAlong)).then(load);
}

function fetchAlong(file: string): Promise<void> | undefined {
  const href = `/${file}`;
  if (file.endsWith(".css")) return loadStyle(href);
  const coming = scripts.get(href) ?? fetchScript(href);
  scripts.set(href, coming);
  return coming;
}

async function fetchScript(href: string): Promise<void> {
  try {
    const answer = await fetch(href);
    if (!answer.ok) throw lostFile(href);
    // The cache has a file when all of it was read.
    await answer.arrayBuffer();
  } catch {
    scripts.delete(href);
    throw lostFile(href);
  }
}

function lostFile(href: string): Error {
  return new Error(`${href} did not come.`);
}

function loadStyle(href: string): Promise<void> | undefined {
  if (document.querySelector(`link[href="${href}"]`)) return undefined;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  link.crossOrigin = "";
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(lostFile(href));
    });
  });
}
