import { defineWords } from "../../server/contract/words.ts";

/** UI text of an order's receipt. */
export const receiptWords = defineWords("receipt", {
  title: "Receipt",
  account: "My account",
  print: "Print",
  order: "Order {number}, paid on {day}",
  elsewhere:
    "You bought this at {shop}, before the shop moved here. The receipt or invoice of {shop} applies; this page only lists the order.",
  earlierShop: "the earlier shop",
  soldTo: "Sold to",
  taxId: "VAT number: {number}",
  product: "Product",
  amount: "Amount",
  credit: "Credit for your earlier purchase",
  subtotal: "Subtotal",
  discount: "Discount",
  discountCode: "Discount ({code})",
  other: "Other charges and deductions",
  tax: "Tax",
  taxAt: "Tax {rate} on {net}",
  total: "Total paid",
  includedTax: "Tax included in the total",
  includedTaxAt: "Included tax, {rate} on {net}",
  net: "Net amount",
  refunded: "Refunded",
  remaining: "Total after refunds",
  invoice: "Invoice {number}",
  invoiceUnnumbered: "Invoice",
  invoiceHint: "Opens at our payment provider, where you can also download it as a PDF.",
  withdraw: "Withdraw from this order",
  questions: "Questions about this order? Email us and include the order number:",
});
