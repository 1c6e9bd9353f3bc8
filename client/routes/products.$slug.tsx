import { definePage } from "../app/page.ts";
import { pageWords } from "../content/pages.ts";
import { ProductPage } from "../features/landing/product-page.tsx";

export const page = definePage<"/products/:id">({
  facts: {
    title: () => pageWords.notFound.title,
    indexable: true,
    hiddenWhileClosed: true,
    leadsTo: ["/checkout/error"],
  },
  frame: "site-back-home",
  titleOf: ({ product }) => product.name,
  descriptionOf: ({ product }) => product.description,
  show: (data) => <ProductPage data={data} />,
});
