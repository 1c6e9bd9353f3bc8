import type { Choice } from "../consent.ts";
import type { TrackedPurchase } from "../purchase-queue.ts";
import type { Vendor, VendorPage } from "./vendor.ts";

const SCRIPT = "https://www.googletagmanager.com/gtm.js";

/** Entries of the data layer; the first clears an older purchase. */
export function toDataLayer({ orderId, value, currency, items }: TrackedPurchase) {
  return [
    { ecommerce: null },
    {
      event: "purchase",
      ecommerce: {
        transaction_id: orderId,
        value,
        currency,
        items: items.map(({ id, name, price, quantity }) => ({
          item_id: id,
          item_name: name,
          price,
          quantity,
        })),
      },
    },
  ];
}

export function consentSignals({ analytics, marketing }: Choice) {
  const word = (allowed: boolean) => (allowed ? "granted" : "denied");
  return {
    ad_storage: word(marketing),
    ad_user_data: word(marketing),
    ad_personalization: word(marketing),
    analytics_storage: word(analytics),
  };
}

/** Google Tag Manager with Consent Mode, which starts denied and is then updated. */
export function gtm(containerId: string, { window, loadScript }: VendorPage): Vendor {
  let started = false;
  const push = (entry: unknown) => void window.dataLayer?.push(entry);
  return {
    name: "gtm",
    category: "marketing",
    traces: /^(?:_ga|_gid|_gat|_gcl)/,
    async start(choice) {
      if (started) return push(command("consent", "update", consentSignals(choice)));
      started = true;
      window.dataLayer ??= [];
      const denied = consentSignals({ analytics: false, marketing: false });
      push(command("consent", "default", denied));
      push(command("consent", "update", consentSignals(choice)));
      push({ "gtm.start": Date.now(), event: "gtm.js" });
      await loadScript(`${SCRIPT}?id=${encodeURIComponent(containerId)}`);
    },
    purchase(purchase) {
      for (const entry of toDataLayer(purchase)) push(entry);
    },
    stop() {
      push(command("consent", "update", consentSignals({ analytics: false, marketing: false })));
    },
  };
}

/** A command of the data layer, which must be an `arguments` object. */
function command(..._words: unknown[]): unknown {
  // oxlint-disable-next-line prefer-rest-params
  return arguments;
}
