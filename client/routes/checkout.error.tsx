import { definePlainPage } from "../app/page.ts";
import { SiteFrame } from "../components/site-frame.tsx";
import { payWords } from "../content/pay.ts";
import { ErrorPage } from "../features/checkout/error-page.tsx";

export const page = definePlainPage({ title: payWords.error.title }, ({ search }) => (
  <SiteFrame>
    <ErrorPage given={search.error} />
  </SiteFrame>
));
