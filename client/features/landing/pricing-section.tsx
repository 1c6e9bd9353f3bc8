import { ButtonLink } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { MailLink } from "../../components/page-link.tsx";
import { landingWords } from "../../content/landing.ts";
import { PRICING_ID } from "../../lib/scroll.ts";
import { OfferCountdown } from "./countdown.tsx";
import type { Pack } from "./pack-rules.ts";
import { PricingCard } from "./pricing-card.tsx";

const words = landingWords.pricing;

export function PricingSection({ packs }: { packs: Pack[] }) {
  return (
    <section
      id={PRICING_ID}
      aria-labelledby="pricing-heading"
      className="late print:break-inside-avoid"
    >
      <div className="column band">
        <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
          <div>
            <h2 id="pricing-heading" className="text-4xl">
              {words.heading}
            </h2>
            {packs.length > 0 && <p className="mt-3 max-w-[34rem] text-ink-2">{introOf(packs)}</p>}
          </div>
          {packs.length > 0 && <OfferCountdown />}
        </div>
        {packs.length === 0 ? (
          <NoPacks />
        ) : (
          <>
            <ul className={`mt-12 grid gap-8 print:grid-cols-2 ${gridOf(packs.length)}`}>
              {packs.map((pack) => (
                <PricingCard key={pack.product.id} pack={pack} />
              ))}
            </ul>
            <p className="mt-10 max-w-[31rem] text-base text-ink-2">{words.delivery}</p>
          </>
        )}
      </div>
    </section>
  );
}

function introOf(packs: Pack[]): string {
  const subscription = packs.some(({ product }) => product.billingPeriod !== null);
  return subscription ? words.introWithSubscription : words.intro;
}

function gridOf(count: number): string {
  if (count === 1) return "max-w-[34rem]";
  return count === 2 ? "lg:grid-cols-2" : "md:grid-cols-2 xl:grid-cols-3";
}

function NoPacks() {
  return (
    <Card className="mt-8 max-w-[42rem] px-6 py-7 sm:px-8">
      <h3 className="text-xl">{words.empty.heading}</h3>
      <p className="mt-2 text-ink-2">{words.empty.text}</p>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink href="/">{words.empty.reload}</ButtonLink>
        <MailLink className="link" />
      </div>
    </Card>
  );
}
