import type { Line } from "../../contract/health.ts";
import type { Deps } from "../../deps.ts";
import { clockFinding } from "./clock.ts";
import { contentFinding } from "./content.ts";
import type { Finding } from "./finding.ts";
import { deliveryFinding, mailFinding } from "./mails.ts";
import { paymentsFinding } from "./payments.ts";
import { productsFinding } from "./products.ts";
import {
  backupFinding,
  databaseFinding,
  diskFinding,
  filesFinding,
  replicaFinding,
} from "./storage.ts";
import { versionFinding } from "./version.ts";
import { inboxFinding, webhooksFinding } from "./webhooks.ts";

type Check = { title: string; find: (deps: Deps) => Finding | Promise<Finding> };

/**
 * Checks of the running store, most urgent for buyers first. The health page shows them all, and
 * the admin's badge counts the bad ones. A bad one is mailed at once, once per outage.
 */
export const CHECKS = {
  payments: { title: "Payment provider", find: paymentsFinding },
  products: { title: "Products on sale", find: productsFinding },
  webhooks: { title: "Webhooks", find: webhooksFinding },
  inbox: { title: "Events to handle", find: inboxFinding },
  delivery: { title: "Mails of paid orders", find: deliveryFinding },
  mail: { title: "Outgoing mail", find: mailFinding },
  files: { title: "Stored files", find: filesFinding },
  database: { title: "Database", find: databaseFinding },
  disk: { title: "Disk", find: async ({ disk }) => diskFinding(await disk.measure()) },
  backup: { title: "Backup", find: backupFinding },
  replica: { title: "Replica", find: ({ replica }) => replicaFinding(replica) },
  clock: { title: "Clock", find: clockFinding },
  content: { title: "Content", find: contentFinding },
  version: { title: "Version", find: versionFinding },
} satisfies Record<string, Check>;

export type CheckName = keyof typeof CHECKS;
export type CheckLine = Line & { name: CheckName };

export function checkLine(name: CheckName, finding: Finding): CheckLine {
  return { name, title: CHECKS[name].title, ...finding };
}
