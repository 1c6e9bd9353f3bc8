import { definePage } from "../app/page.ts";
import { pageWords } from "../content/pages.ts";
import { TextPage } from "../features/legal/text-page.tsx";

export const page = definePage<"/:id">({
  facts: { title: () => pageWords.notFound.title, indexable: true, hiddenWhileClosed: true },
  frame: "site-back-home",
  titleOf: ({ title }) => title,
  descriptionOf: ({ summary }) => summary,
  show: (page) => <TextPage page={page} />,
});
