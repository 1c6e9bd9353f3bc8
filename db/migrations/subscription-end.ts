export const subscriptionEnd = /* sql */ `
ALTER TABLE subscription_records ADD COLUMN ends_at_period_end INTEGER NOT NULL DEFAULT 0
  CHECK (ends_at_period_end IN (0, 1));
`;
