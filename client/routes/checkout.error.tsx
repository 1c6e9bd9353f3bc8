import { definePage } from "../app/page.ts";
import { payWords } from "../content/pay.ts";
import { ErrorPage } from "../features/checkout/error-page.tsx";

export const page = definePage({
  facts: { title: () => payWords.error.title },
  frame: "site",
  load: async ({ search: { error }, source }) =>
    error?.trim() ? source.findErrorText(error) : undefined,
  show: (given) => <ErrorPage given={given} />,
});
