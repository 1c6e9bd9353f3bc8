/** Adds whether the shop shows the demo's texts and pictures. An existing shop goes on showing them. */
export const demoContent = /* sql */ `
ALTER TABLE settings ADD COLUMN demo_content INTEGER NOT NULL DEFAULT 1 CHECK (demo_content IN (0, 1));
`;
