import type { Assets, PageRequest, RenderedPage, ServedPage } from "../contract/pages.ts";
import type { Prepared } from "./encoded-body.ts";

/** The built client: its renderer, its pages' facts, the URLs of its files, and the files. */
export type Web = {
  render: (request: PageRequest) => Promise<RenderedPage>;
  served: readonly ServedPage[];
  assets: Assets;
  /** By path ("/assets/app-1a2b.js"). */
  statics: ReadonlyMap<string, Prepared>;
};
