/** `GET /api/admin/backups`: the archives of the whole store that it keeps, newest first. */
export type BackupList = {
  backups: KeptArchive[];
  isUnderWay: boolean;
  /** Why none could be made, the last time that one was tried; null when one was made. */
  failure: { at: string; text: string } | null;
  /** How many of one a day are kept; 0 where none are made by themselves. */
  keep: number;
};

export type KeptArchive = {
  name: string;
  /** When it was begun, as ISO 8601. */
  at: string;
  bytes: number;
  /** Whether an administrator has asked for it. */
  isByHand: boolean;
  /** How many stored files could not be read then. */
  missing: number;
};
