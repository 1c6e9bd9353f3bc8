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

type ShopData = {
  site: Site;
  /** Products on sale, for the landing page. */
  products?: Product[] | undefined;
  /** The product of a product's page. */
  product?: Product | undefined;
};

/** schema.org data of the landing page and of products' pages; undefined for other pages. */
export function structuredDataOf(
  pathname: string,
  { site, products = [], product: shown }: ShopData,
): object | undefined {
  if (shown) {
    const url = site.publicUrl + pathname;
    return graphOf([organizationOf(site), { ...productOf(site, shown, url), url }]);
  }
  if (pathname !== "/") return undefined;
  const packs = packsForSale(products);
  const pricingUrl = `${site.publicUrl}/#${PRICING_ID}`;
  return graphOf([
    organizationOf(site),
    {
      "@type": "WebSite",
      "@id": `${site.publicUrl}/#website`,
      name: site.brand,
      url: `${site.publicUrl}/`,
      inLanguage: site.language ?? ENGLISH,
      publisher: { "@id": `${site.publicUrl}/#organization` },
    },
    ...packs.map(({ product }) => productOf(site, product, pricingUrl)),
  ]);
}

const graphOf = (nodes: object[]) => ({ "@context": "https://schema.org", "@graph": nodes });

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

/** `url` is the page that sells the product. */
function productOf(site: Site, product: Product, url: string): object {
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
    offers: { ...offerOf(site, product), url },
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
