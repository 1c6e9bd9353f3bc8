const mark = (time: string) =>
  `INSERT INTO stale_days (day, changes) VALUES (${time} / 86400000, 1)
    ON CONFLICT (day) DO UPDATE SET changes = changes + 1;`;

/** Adds the paid renewals of subscriptions, which count on the day of their payment. */
export const renewals = /* sql */ `
CREATE TABLE renewals (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL,
  product_id INTEGER,
  payment_intent_id TEXT NOT NULL UNIQUE,
  currency TEXT NOT NULL,
  country TEXT,
  amount INTEGER NOT NULL,
  paid_at INTEGER NOT NULL,
  refunded_amount INTEGER NOT NULL DEFAULT 0,
  refunded_at INTEGER
) STRICT;
CREATE INDEX renewals_by_paid_at ON renewals (paid_at);

CREATE TRIGGER renewals_paid AFTER INSERT ON renewals BEGIN ${mark("NEW.paid_at")} END;
CREATE TRIGGER renewals_refunded AFTER UPDATE OF refunded_amount ON renewals
  WHEN NEW.refunded_amount <> OLD.refunded_amount
  BEGIN
    INSERT INTO refund_entries (order_id, amount, created_at)
      VALUES (NEW.order_id, NEW.refunded_amount - OLD.refunded_amount, NEW.refunded_at);
    ${mark("NEW.refunded_at")}
  END;
`;
