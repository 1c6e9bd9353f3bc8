import { decimalsOf, majorUnits } from "../../../server/contract/format.ts";
import { ENGLISH } from "../../../server/contract/language.ts";
import { markPathOf, type Site } from "../../../server/contract/site.ts";
import type { Product } from "../../../server/contract/answers.ts";
import { sharingWords } from "../../content/pages.ts";
import { sharePictureOf } from "../../lib/share-picture.ts";
import { packsForSale } from "./pack-rules.ts";
import { PRICING_ID } from "../../lib/scroll.ts";

// Must match the refund policy.
const RETURN_DAYS = 14;
const BILLING_UNITS = { month: "MON", year: "ANN" } as const;

type ShopData = { site: Site; products?: Product[] | undefined };

/** schema.org data of the shop and its packs for the landing page; undefined for other pages. */
export function structuredDataOf(
  pathname: string,
  { site, products = [] }: ShopData,
): object | undefined {
  if (pathname !== "/") return undefined;
  const packs = packsForSale(products);
  return {
    "@context": "https://schema.org",
    "@graph": [
      organizationOf(site),
      {
        "@type": "WebSite",
        "@id": `${site.publicUrl}/#website`,
        name: site.brand,
        url: `${site.publicUrl}/`,
        inLanguage: site.language ?? ENGLISH,
        publisher: { "@id": `${site.publicUrl}/#organization` },
      },
      ...packs.map(({ product }) => productOf(site, product)),
    ],
  };
}

function organizationOf(site: Site): object {
  const { brand, logo, publicUrl, supportEmail, socialUrl, seller } = site;
  return {
    "@type": "Organization",
    "@id": `${publicUrl}/#organization`,
    name: brand,
    ...(seller && { legalName: seller.name }),
    url: `${publicUrl}/`,
    logo: publicUrl + (logo ?? markPathOf(site)),
    email: supportEmail,
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer support",
      email: supportEmail,
      url: `${publicUrl}/contact`,
    },
    ...(socialUrl && { sameAs: [socialUrl] }),
  };
}

function productOf(site: Site, product: Product): object {
  const { publicUrl, brand } = site;
  const shared = sharePictureOf(site);
  const pictures = product.images.length > 0 || !shared ? product.images : [shared.path];
  return {
    "@type": "Product",
    "@id": `${publicUrl}/#product-${product.id}`,
    name: product.name,
    description: product.description || sharingWords.description,
    ...(pictures.length > 0 && {
      image: pictures.map((path) => new URL(path, publicUrl).href),
    }),
    brand: { "@type": "Brand", name: brand },
    offers: offerOf(site, product),
  };
}

function offerOf({ publicUrl }: Site, { price, currency, billingPeriod }: Product): object {
  const money = {
    price: majorUnits(price, currency).toFixed(decimalsOf(currency)),
    priceCurrency: currency.toUpperCase(),
  };
  return {
    "@type": "Offer",
    ...money,
    ...(billingPeriod && {
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        ...money,
        billingDuration: 1,
        unitCode: BILLING_UNITS[billingPeriod],
      },
    }),
    url: `${publicUrl}/#${PRICING_ID}`,
    availability: "https://schema.org/InStock",
    seller: { "@id": `${publicUrl}/#organization` },
    hasMerchantReturnPolicy: {
      "@type": "MerchantReturnPolicy",
      returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
      merchantReturnDays: RETURN_DAYS,
      merchantReturnLink: `${publicUrl}/refund`,
    },
  };
}
