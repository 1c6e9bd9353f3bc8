// A LAWYER MUST REVIEW THESE TEXTS before the shop opens: they describe how the software works. The
// owner wrote the refund policy.
import { privacyText } from "./first-privacy.ts";

const termsText = `What you buy here, how you get it, and what you may do with it.

## These terms

These terms apply between you and {brand} when you use this site or buy here. To buy, you must be an adult. They do not limit the consumer rights that the law of your country gives you.

The seller is {seller.name}; the [imprint](/imprint) has the address.

## What you buy

Our products are PDF files to print at home, for teaching and playing with children aged 2 to 5. There is no printed version, and nothing is shipped.

The product's description says what it contains. We may correct and improve files; earlier buyers get the corrected files too.

## Price and payment

The price is the one shown on the payment page before you pay. You pay for a pack once. If a product is a subscription, the shop and the payment page say so and name the period; it renews until it is cancelled.

Payments are handled by an external card payment provider. The contract is concluded when your payment succeeds.

## Delivery

Right after payment you can download the files on the confirmation page, and we email links to them to the address that you entered while paying. Please type it with care. With some payment methods, confirmation takes days; we send the email as soon as your payment is confirmed.

Links in the mail work for 60 days. Save the files; if you need them again later, we send you fresh links.

## What you may do with the files

You may use the files yourself, for personal, non-commercial use:

### You may

- Save the files on your own devices
- Print the pages as often as you like
- Use them with the children in your care

### You may not

- Sell, rent or publish files or printed pages
- Pass on files or their links to others
- Use them commercially, or make products from them

All rights in the files and in this site stay with {brand} and its licensors. If you break these rules, we may end your access to the files.

## Refunds

Digital products are delivered immediately, so refunds have specific conditions. See the [Refund Policy](/refund), which is part of these terms. A refunded product can no longer be opened.

## With children

Some activities need scissors, glue or small objects. Please stay with your child, and choose pages for your child's age. The pages are not medical or professional advice, and we promise no particular progress.

## This site

We do our best to keep the site running and correct, but cannot promise that it always is. Please do not misuse it: do not try to access other people's orders, to overload it, or to send unwanted mail through it.

This site is not part of any social media company and is not endorsed by one.

## Liability

We are liable as required by law. As far as the law allows, we are not liable for damage that we could not foresee, or for more than you paid for the product.

## Changes and privacy

The terms at the time of purchase apply. See the [Privacy Policy](/privacy) for how we use your data.

## Questions

Write to [{support}](mailto:{support}) or use the [contact form](/contact).`;

const refundText = `We want you to be satisfied with our digital products.

> **Important:** Our products are digital and delivered immediately, so refunds have specific conditions.

## 14-Day Satisfaction Guarantee

For 14 days after your purchase we give refunds by internal criteria, such as duplicate orders, at our reasonable discretion. The guarantee covers:

- Technical issues preventing download
- Corrupted or unreadable files
- Content significantly different from description
- Accidental duplicate purchases

## Refund Conditions

### Eligible

- Request within 14 days of purchase
- Documented technical issues
- Product not matching description
- Download error or damaged files
- Accidental duplicate purchase

### Not eligible

- Request after 14 days
- Change of mind after prolonged use
- Unauthorized sharing
- Unauthorized commercial use
- Violation of [Terms of Service](/terms)

## Refund Process

1. Contact us by email at [{support}](mailto:{support}) or with the [contact form](/contact).
2. Provide your order number, the purchase date and the reason.
3. Our team reviews your request within 2-3 business days.
4. If it is approved, the refund is processed within 5-7 business days to the original payment method.

## Processing Timeframes

- **Initial response:** 2-3 business days
- **Processing:** 5-7 business days
- **Credit:** Varies by bank or card and can take up to 10 business days

## Special Cases

- **Technical issues:** Contact us immediately. They are usually fixed without a refund.
- **Multiple purchases:** Contact us within 7 days for an immediate refund of duplicates.
- **Partial refunds:** Partial refunds or credits toward future purchases are at our discretion.

## Questions About Refunds

Write to [{support}](mailto:{support}) or use the [contact form](/contact). Please include your order number.`;

const updatedOn = "2025-01-03";

/** The legal pages of a new shop, in the order of the footer. */
export const firstPages = [
  { slug: "privacy", title: "Privacy Policy", body: privacyText, updatedOn },
  { slug: "terms", title: "Terms of Service", body: termsText, updatedOn },
  { slug: "refund", title: "Refund Policy", body: refundText, updatedOn },
] as const;
