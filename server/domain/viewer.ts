/** The visitor: a browser that bought, a signed-in user, both or neither. */
export type Viewer = { browserHash: string | null; user: { id: number; email: string } | null };
