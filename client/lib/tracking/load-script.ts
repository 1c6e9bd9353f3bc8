const SCRIPT_LIMIT_MS = 3000;

/** Gets a vendor's script onto the page; rejects when it is blocked, broken or slower than 3 s. */
export type LoadScript = (src: string) => Promise<void>;

/** Loads scripts by elements of our own making, which `script-src` judges by their host. */
export function scriptLoader(document: Pick<Document, "createElement" | "head">): LoadScript {
  return (src) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      const timer = setTimeout(() => reject(new Error(`${src} is slow`)), SCRIPT_LIMIT_MS);
      script.async = true;
      script.src = src;
      script.addEventListener("load", () => {
        clearTimeout(timer);
        resolve();
      });
      script.addEventListener("error", () => {
        clearTimeout(timer);
        reject(new Error(`${src} did not load`));
      });
      document.head.append(script);
    });
}
