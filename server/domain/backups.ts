export const REPLACED_KEPT_DAYS = 30;
