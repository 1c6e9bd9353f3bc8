import type { Logger } from "pino";
import type { Db } from "../db/client.ts";
import type { Config } from "./config.ts";
import type { Clock } from "./ports/clock.ts";
import type { Backups, FileStore, Inspection, UploadToInspect } from "./ports/files.ts";
import type { Disk, OwnAddress, Replica, Watch, WriteState } from "./ports/health.ts";
import type { IdentityProvider } from "./ports/identity.ts";
import type { Mailer } from "./ports/mail.ts";
import type { Payments } from "./ports/payments.ts";
import type { Reads } from "./ports/reads.ts";

/** Everything from outside, built once by the composition root and handed down. */
export type Deps = {
  config: Config;
  db: Db;
  reads: Reads;
  payments: Payments;
  /** The external login; null when none is set up. */
  identity: IdentityProvider | null;
  mailer: Mailer;
  files: FileStore;
  /**
   * Inspects an upload by its bytes and cleans a picture in place
   * (`domain/files/inspect-upload.ts`).
   */
  inspectUpload: (upload: UploadToInspect) => Promise<Inspection>;
  backups: Backups;
  disk: Disk;
  /** How the shop's own address looks from outside, as far as this machine can tell. */
  address: OwnAddress;
  /** What copies the database away; null where its figures are not to be had. */
  replica: Replica | null;
  /** What this process has noticed of all these, for the health page. */
  watch: Watch;
  clock: Clock;
  log: Logger;
  /** Whether the store can write; see `domain/write-check.ts`. */
  checkWrites: () => WriteState;
  /** Aborted when the store shuts down: ends event streams, and background work after its current step. */
  stopping?: AbortSignal;
  /** Signs file links and the buyer's cookie. */
  secret: string;
};
