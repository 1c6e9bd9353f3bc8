import { invalid, missing, noSuch } from "../api-error.ts";
import { listPage } from "../list-page.ts";
import {
  addPrice,
  addProduct,
  type Interval,
  type NewPrice,
  type NewProduct,
} from "../objects/catalog.ts";
import { nested, type ParamReader } from "../params.ts";
import type { ApiCall, Route } from "../call.ts";
import { patch } from "../store.ts";
import type { Context, Price, Product } from "../types.ts";

const INTERVALS = ["day", "month", "week", "year"] as const satisfies Interval[];
const PRODUCT_PARAMS = ["name", "active", "description", "images", "metadata", "tax_code", "url"];
const MAXIMUM_AMOUNT = 99_999_999;

export const CATALOG_ROUTES: Route[] = [
  { method: "POST", path: "/v1/products", handler: createProduct },
  { method: "GET", path: "/v1/products", handler: listProducts },
  { method: "GET", path: "/v1/products/:id", handler: retrieveProduct },
  { method: "POST", path: "/v1/products/:id", handler: updateProduct },
  { method: "POST", path: "/v1/prices", handler: createPrice },
  { method: "GET", path: "/v1/prices", handler: listPrices },
  { method: "GET", path: "/v1/prices/:id", handler: retrievePrice },
];

function createProduct({ reader, context }: ApiCall): Product {
  reader.only("id", "expand", "shippable", "type", ...PRODUCT_PARAMS);
  const id = reader.string("id");
  if (id && context.store.find("product", id)) {
    throw invalid(`Product already exists: ${id}`, {
      code: "resource_already_exists",
      param: "id",
    });
  }
  return addProduct(context, { ...readProduct(reader), ...(id && { id }) });
}

function retrieveProduct({ reader, context, id }: ApiCall): Product {
  reader.only("expand");
  const product = context.store.find("product", id);
  if (!product) throw noSuch("product", { id, param: "id" });
  return product;
}

function updateProduct({ reader, context, id }: ApiCall): Product {
  reader.only("expand", ...PRODUCT_PARAMS);
  const product = context.store.find("product", id);
  if (!product) throw noSuch("product", { id, param: "id" });
  return patch(context.store, "product", {
    id,
    fields: {
      name: reader.string("name") ?? product.name,
      active: reader.boolean("active") ?? product.active,
      description: reader.text("description", product.description),
      images: reader.has("images") ? reader.strings("images") : product.images,
      metadata: reader.mergedMetadata(product.metadata),
      tax_code: reader.text("tax_code", product.tax_code ?? null),
      url: reader.text("url", product.url),
      updated: context.now(),
    },
  });
}

function listProducts({ reader, context }: ApiCall) {
  const ids = reader.strings("ids");
  return listPage(reader, {
    items: context.store.list("product").filter(({ id }) => ids.length === 0 || ids.includes(id)),
    url: "/v1/products",
    filters: {
      active: (product, wanted) => String(product.active) === wanted,
      url: (product, wanted) => product.url === wanted,
    },
    others: ["ids"],
  });
}

function createPrice({ reader, context }: ApiCall): Price {
  reader.only(
    "currency",
    "unit_amount",
    "product",
    "product_data",
    "recurring",
    "active",
    "lookup_key",
    "nickname",
    "metadata",
    "tax_behavior",
    "expand",
  );
  return storePrice(context, {
    active: reader.boolean("active") ?? true,
    currency: readCurrency(reader),
    unitAmount: readAmount(reader),
    product: readPriceProduct(reader, context),
    recurring: readRecurring(reader),
    lookupKey: reader.string("lookup_key") ?? null,
    nickname: reader.string("nickname") ?? null,
    metadata: reader.metadata(),
  });
}

function retrievePrice({ reader, context, id }: ApiCall): Price {
  reader.only("expand");
  const price = context.store.find("price", id);
  if (!price) throw noSuch("price", { id, param: "price" });
  return price;
}

function listPrices({ reader, context }: ApiCall) {
  const keys = reader.strings("lookup_keys");
  return listPage(reader, {
    items: context.store
      .list("price")
      .filter(({ lookup_key }) => keys.length === 0 || keys.includes(lookup_key ?? "")),
    url: "/v1/prices",
    filters: {
      active: (price, wanted) => String(price.active) === wanted,
      currency: (price, wanted) => price.currency === wanted,
      product: (price, wanted) => price.product === wanted,
      type: (price, wanted) => price.type === wanted,
    },
    others: ["lookup_keys"],
  });
}

/** A price that is not stored yet; `product` is an id or a product to be stored with it. */
export type PriceDraft = Omit<NewPrice, "product"> & { product: string | NewProduct };

/** Reads `price_data` of a session line; nothing is stored. */
export function readInlinePrice(reader: ParamReader, context: Context): PriceDraft {
  reader.only("currency", "product", "product_data", "recurring", "tax_behavior", "unit_amount");
  return {
    active: false,
    currency: readCurrency(reader),
    unitAmount: readAmount(reader),
    recurring: readRecurring(reader),
    lookupKey: null,
    nickname: null,
    metadata: {},
    product: readPriceProduct(reader, context),
  };
}

/** Stores a price, and its product when that is new. */
export function storePrice(context: Context, draft: PriceDraft): Price {
  const { product } = draft;
  const id = typeof product === "string" ? product : addProduct(context, product).id;
  return addPrice(context, { ...draft, product: id });
}

function readPriceProduct(reader: ParamReader, context: Context): string | NewProduct {
  const data = nested(reader, "product_data");
  const id = reader.string("product");
  if (data && id) {
    throw invalid("You may only specify one of these parameters: product, product_data.", {
      param: reader.at("product"),
    });
  }
  if (id) {
    if (context.store.find("product", id)) return id;
    throw noSuch("product", { id, param: reader.at("product"), status: 400 });
  }
  if (!data) throw missing(reader.at("product"));
  data.only(...PRODUCT_PARAMS);
  return { ...readProduct(data), active: false };
}

function readProduct(reader: ParamReader): NewProduct {
  return {
    name: reader.requireString("name"),
    active: reader.boolean("active") ?? true,
    description: reader.string("description") ?? null,
    images: reader.strings("images"),
    metadata: reader.metadata(),
    taxCode: reader.string("tax_code") ?? null,
    url: reader.url("url") ?? null,
  };
}

function readCurrency(reader: ParamReader): string {
  const currency = reader.requireString("currency").toLowerCase();
  if (/^[a-z]{3}$/.test(currency)) return currency;
  throw invalid(`Invalid currency: ${currency}. Stripe uses three-letter currency codes.`, {
    param: reader.at("currency"),
  });
}

function readAmount(reader: ParamReader): number {
  const amount = reader.requireInteger("unit_amount", { minimum: 0 });
  if (amount <= MAXIMUM_AMOUNT) return amount;
  throw invalid(`Amount must be no more than ${MAXIMUM_AMOUNT}.`, {
    code: "amount_too_large",
    param: reader.at("unit_amount"),
  });
}

function readRecurring(reader: ParamReader) {
  const recurring = nested(reader, "recurring");
  if (!recurring) return null;
  recurring.only("interval", "interval_count", "usage_type");
  const interval = recurring.choice("interval", INTERVALS);
  if (!interval) throw missing(recurring.at("interval"));
  return { interval, intervalCount: recurring.integer("interval_count", { minimum: 1 }) ?? 1 };
}
