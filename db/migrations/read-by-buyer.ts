export const readByBuyer = /* sql */ `
-- What an account has bought, newest first, without its checkouts that were never paid.
CREATE INDEX orders_user_bought ON orders (user_id, id) WHERE status IN ('paid', 'processing');
CREATE INDEX orders_email_bought ON orders (email, id) WHERE status IN ('paid', 'processing');
-- Read whenever an order goes: another may name it.
CREATE INDEX orders_double ON orders (double_of_id) WHERE double_of_id IS NOT NULL;
CREATE INDEX identities_user ON identities (user_id);
-- Those being sent, of which there are never many.
CREATE INDEX emails_lease ON emails (lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX rate_limits_expiry ON rate_limits (expire);
`;
