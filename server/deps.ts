import type { Logger } from "pino";
import type { Db } from "../db/client.ts";
import type { Config } from "./config.ts";
import type { Clock } from "./ports/clock.ts";
import type { Backups, FileStore, Inspection, UploadToInspect } from "./ports/files.ts";
import type { Disk, OwnAddress, Replica, Watch, WriteState } from "./ports/health.ts";
import type { IdentityProvider } from "./ports/identity.ts";
import type { Mailer } from "./ports/mail.ts";
import type { Payments } from "./ports/payments.ts";
import type { Reads } from "./ports/read-worker.ts";
import type { PostWebhook } from "./ports/webhooks.ts";

/** External dependencies of the application, built once by `commands/serve.ts`. */
export type Deps = {
  config: Config;
  db: Db;
  reads: Reads;
  payments: Payments;
  identity: IdentityProvider | null;
  mailer: Mailer;
  /** Posts an outgoing webhook. */
  postWebhook: PostWebhook;
  files: FileStore;
  /** Detects the type of an upload from its bytes and cleans a picture in place. */
  inspectUpload: (upload: UploadToInspect) => Promise<Inspection>;
  backups: Backups;
  disk: Disk;
  /** Probes the shop's public URL from this machine. */
  address: OwnAddress;
  /** Null when no replica is monitored. */
  replica: Replica | null;
  /** Process state for the health page. */
  watch: Watch;
  clock: Clock;
  log: Logger;
  checkWrites: () => WriteState;
  /** Aborted on shutdown: ends event streams, and background work after its current step. */
  stopping?: AbortSignal;
  /** Key that signs file links and cookies. */
  secret: string;
};
