import { definePage } from "../app/page.ts";
import { payWords } from "../content/pay.ts";
import { ErrorPage } from "../features/checkout/error-page.tsx";

export const page = definePage<"/checkout/error">({
  facts: { title: () => payWords.error.title },
  frame: "site",
  // Without a text in the URL, the page opens without a connection.
  inPlace: async (ask, { search: { error } }) => (error ? ask() : undefined),
  show: (given) => <ErrorPage given={given} />,
});
