/** Indexes for the mails and renewals of one customer. */
export const customers = /* sql */ `
CREATE INDEX emails_recipient ON emails (recipient, id);
CREATE INDEX renewals_by_order ON renewals (order_id);
`;
