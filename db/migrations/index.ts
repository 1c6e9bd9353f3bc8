import { customers } from "./customers.ts";
import { initial } from "./initial.ts";
import { moneyStates } from "./money-states.ts";
import { codeSeeds } from "./code-seeds.ts";
import { subscriptionEnd } from "./subscription-end.ts";
import { storeFacts } from "./store-facts.ts";
import { retention } from "./retention.ts";
import { readByBuyer } from "./read-by-buyer.ts";
import { orderNotes } from "./order-notes.ts";
import { admin } from "./admin.ts";
import { lists } from "./lists.ts";
import { orderDesk } from "./order-desk.ts";
import { needs } from "./needs.ts";
import { health } from "./health.ts";
import { sortKeys } from "./sort-keys.ts";
import { signInLinks } from "./sign-in-links.ts";
import { searchIndex } from "./search-index.ts";
import { content } from "./content.ts";
import { selling } from "./selling.ts";
import { stats } from "./stats.ts";
import { passkeys } from "./passkeys.ts";
import { passkeyChanges } from "./passkey-changes.ts";
import { taxRates } from "./tax-rates.ts";
import { renewals } from "./renewals.ts";
import { sections } from "./sections.ts";
import { withdrawalLinks } from "./withdrawal-links.ts";
import { pageLinks } from "./page-links.ts";
import { language } from "./language.ts";
import { openShop } from "./open-shop.ts";
import { ownerReviews } from "./owner-reviews.ts";
import { demoContent } from "./demo-content.ts";
import { offers } from "./offers.ts";
import { offerFeatures } from "./offer-features.ts";
import { renewalTax } from "./renewal-tax.ts";
import { saleMails } from "./sale-mails.ts";
import { taxSums } from "./tax-sums.ts";
import { orderState } from "./order-state.ts";
import { outgoingWebhooks } from "./outgoing-webhooks.ts";
import { reviews } from "./reviews.ts";
import { gifts } from "./gifts.ts";
import { savedCards } from "./saved-cards.ts";
import { orderSources } from "./order-sources.ts";
import { deletedAccounts } from "./deleted-accounts.ts";
import { emailChange } from "./email-change.ts";
import { paper } from "./paper.ts";

/**
 * All migrations in order; the position in this list is the migration's number. Never change a
 * released migration.
 */
export const migrations: readonly string[] = [
  initial,
  moneyStates,
  codeSeeds,
  subscriptionEnd,
  storeFacts,
  retention,
  readByBuyer,
  orderNotes,
  admin,
  lists,
  orderDesk,
  needs,
  health,
  sortKeys,
  signInLinks,
  searchIndex,
  content,
  selling,
  stats,
  passkeys,
  passkeyChanges,
  withdrawalLinks,
  taxRates,
  renewals,
  sections,
  pageLinks,
  language,
  openShop,
  demoContent,
  ownerReviews,
  offers,
  offerFeatures,
  renewalTax,
  customers,
  saleMails,
  taxSums,
  orderState,
  gifts,
  savedCards,
  orderSources,
  outgoingWebhooks,
  deletedAccounts,
  reviews,
  emailChange,
  paper,
];
