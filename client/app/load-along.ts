/**
 * Loads a part of the script while the files that it needs are fetched beside it; rejects when it, or
 * its style, does not come. Stands in the build for Vite's helper, which weighs three times as much on
 * every page for browsers and set-ups that the shop does not have.
 */
export function __vitePreload<Part>(load: () => Promise<Part>, files: string[] = []) {
  return Promise.all(files.map(fetchAlong)).then(load);
}

function fetchAlong(file: string): Promise<void> | undefined {
  const href = `/${file}`;
  if (document.querySelector(`link[href="${href}"]`)) return undefined;
  const link = document.createElement("link");
  const isStyle = file.endsWith(".css");
  link.rel = isStyle ? "stylesheet" : "modulepreload";
  link.href = href;
  link.crossOrigin = "";
  document.head.append(link);
  if (!isStyle) return undefined;
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      // The next try asks for it again.
      link.remove();
      reject(new Error(`${href} did not come.`));
    });
  });
}
