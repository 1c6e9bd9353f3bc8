import { customType, integer } from "drizzle-orm/sqlite-core";

export const id = () => integer("id").primaryKey({ autoIncrement: true });
export const time = (name: string) => integer(name, { mode: "timestamp_ms" });
export const flag = (name: string) => integer(name, { mode: "boolean" });

/** Text column included in the table's full-text index (search-index.ts). */
export const searchedText = customType<{ data: string }>({ dataType: () => "text" });

/** Columns shared by tables that the admin shows; each change increments `version`. */
export const rowColumns = () => ({
  version: integer("version").notNull().default(1),
  createdAt: time("created_at").notNull(),
  updatedAt: time("updated_at").notNull(),
});
