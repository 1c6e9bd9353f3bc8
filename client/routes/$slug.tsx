import { definePage } from "../app/page.ts";
import { pageWords } from "../content/pages.ts";
import { TextPage } from "../features/legal/text-page.tsx";
import { PageNotFound } from "../lib/page-errors.ts";

export const page = definePage({
  facts: { title: () => pageWords.notFound.title, indexable: true },
  frame: "site-back-home",
  async load({ id = "", source }) {
    const page = await source.findTextPage(id);
    if (!page) throw new PageNotFound();
    return page;
  },
  titleOf: ({ title }) => title,
  descriptionOf: ({ summary }) => summary,
  show: (page) => <TextPage page={page} />,
});
