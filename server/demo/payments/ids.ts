const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const SHAPES = {
  session: ["cs_test_a1", 56],
  paymentIntent: ["pi_3", 23],
  charge: ["ch_3", 23],
  refund: ["re_3", 23],
  product: ["prod_", 14],
  price: ["price_1", 23],
  customer: ["cus_", 14],
  event: ["evt_1", 23],
  subscription: ["sub_1", 23],
  subscriptionItem: ["si_", 14],
  invoice: ["in_1", 23],
  invoiceLine: ["il_1", 23],
  invoiceItem: ["ii_1", 23],
  invoicePayment: ["inpay_1", 23],
  lineItem: ["li_1", 23],
  paymentMethod: ["pm_1", 23],
  portalSession: ["bps_1", 23],
  request: ["req_", 14],
} as const;

/** A new unguessable id with the prefix and length Stripe uses for that kind of object. */
export function newId(kind: keyof typeof SHAPES): string {
  const [prefix, length] = SHAPES[kind];
  return prefix + randomText(length);
}

/** Random letters and digits. */
export function randomText(length: number): string {
  // Values past the last whole multiple of 62 are skipped, so no letter is likelier than another.
  const usable = 256 - (256 % ALPHABET.length);
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < usable && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}
