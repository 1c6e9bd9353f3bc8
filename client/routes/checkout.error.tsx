import { definePlainPage } from "../app/page.ts";
import { payWords } from "../content/pay.ts";
import { ErrorPage } from "../features/checkout/error-page.tsx";

export const page = definePlainPage({
  facts: { title: () => payWords.error.title },
  frame: "site",
  show: ({ search }) => <ErrorPage given={search.error} />,
});
