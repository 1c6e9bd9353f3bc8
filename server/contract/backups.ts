/** `GET /api/admin/backups`: stored archives, newest first. */
export type BackupList = {
  backups: KeptArchive[];
  isUnderWay: boolean;
  /** Error of the last attempt since startup; null when it succeeded. */
  failure: { at: string; text: string } | null;
  /** Number of daily archives to keep; 0 disables automatic backups. */
  keep: number;
};

export type KeptArchive = {
  name: string;
  /** Start of the backup, as ISO 8601. */
  at: string;
  bytes: number;
  /** Whether an administrator requested it. */
  isByHand: boolean;
  /** Number of stored files that could not be read. */
  missing: number;
};
