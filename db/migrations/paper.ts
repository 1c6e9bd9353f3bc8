/** Adds the paper size of an account's mails and ZIP files; null for all sizes. */
export const paper = /* sql */ `
ALTER TABLE users ADD COLUMN paper TEXT CHECK (paper IN ('a4', 'letter'));
CREATE INDEX users_by_paper ON users (paper);
`;
