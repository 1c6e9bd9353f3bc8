import { createFileRoute } from "@tanstack/react-router";
import { SiteFrame } from "../components/site-frame.tsx";
import { landingWords } from "../content/landing.ts";
import { pageWords } from "../content/pages.ts";
import { BuyForm } from "../features/checkout/buy-form.tsx";
import { LandingPage } from "../features/landing/landing-page.tsx";

export const Route = createFileRoute("/")({
  staticData: {
    title: landingWords.title,
    description: pageWords.description,
    indexable: true,
    leadsTo: ["/checkout/error"],
  },
  // Spec section 7: on the landing page a failure is only logged and the list stays empty.
  loader: ({ context }) =>
    context.source.listProducts().catch((error: unknown) => {
      context.report(error);
      return [];
    }),
  component: Landing,
});

function Landing() {
  return (
    <SiteFrame>
      <LandingPage
        products={Route.useLoaderData()}
        renderBuy={({ product, nameId, look }) => (
          <BuyForm
            productId={product.id}
            nameId={nameId}
            look={look}
            label={landingWords.pricing.button}
          />
        )}
      />
    </SiteFrame>
  );
}
