export type Viewer = { browserHash: string | null; user: { id: number; email: string } | null };
