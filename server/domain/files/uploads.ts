import { desc, eq } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import { fileVersions } from "../../../db/schema.ts";
import { uploads } from "../../../db/store-schema.ts";
import { uploadRefusals } from "./refusals.ts";
import type { Upload } from "../../contract/admin-answers.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";
import type { Administrator } from "../sign-in/administrators.ts";
import { fileNameOf } from "./links.ts";
import { PDF } from "./inspect-upload.ts";
import type { UploadKind } from "../../ports/files.ts";

const MB = 1024 * 1024;
export const MOST_UPLOAD_BYTES: Record<UploadKind, number> = { media: 10 * MB, file: 100 * MB };

type NewUpload = {
  admin: Pick<Administrator, "requireRights" | "write">;
  kind: UploadKind;
  name: string;
  content: AsyncIterable<Uint8Array>;
};

/**
 * Stores an upload with the type detected from its content. Uploading the same bytes again renews
 * the existing row. Throws AppError `invalid` for a rejected file.
 */
export async function storeUpload(
  { files, clock, inspectUpload }: Pick<Deps, "files" | "clock" | "inspectUpload">,
  { admin, kind, name, content }: NewUpload,
): Promise<Upload> {
  const values = await files.receive(content, async (incoming) => {
    const inspection = await inspectUpload({ ...incoming, kind });
    if ("fault" in inspection) throw refused(uploadRefusals[inspection.fault]);
    admin.requireRights();
    const { extension, ...file } = inspection;
    return { ...file, name: `${plainName(name)}.${extension}` };
  });
  const row = admin.write((tx) => {
    tx.insert(uploads)
      .values({ ...values, createdAt: clock.now() })
      .onConflictDoUpdate({ target: uploads.sha256, set: { createdAt: clock.now() } })
      .run();
    return tx.select().from(uploads).where(eq(uploads.sha256, values.sha256)).get();
  });
  const { sha256, type, bytes, name: kept } = row ?? values;
  const url = `/uploads/${sha256}/${kept}`;
  return { url, fileUrl: url, name: kept, bytes, type, sha256 };
}

function refused(text: string): AppError {
  return new AppError("invalid", text, { errors: { file: [text] } });
}

/** Strips folders and the extension, and converts the name to ASCII. */
function plainName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? "";
  return fileNameOf(base.replace(/\.\w{1,5}$/, ""));
}

/** Finds the upload or file version with this SHA-256. */
export function findStored(
  db: Pick<Reader, "select">,
  sha256: string,
): { type: string; bytes: number; isPublic: boolean } | undefined {
  const upload = db.select().from(uploads).where(eq(uploads.sha256, sha256)).get();
  if (upload) return { ...upload, isPublic: upload.type !== PDF };
  const version = db
    .select({ bytes: fileVersions.bytes })
    .from(fileVersions)
    .where(eq(fileVersions.sha256, sha256))
    .orderBy(desc(fileVersions.id))
    .get();
  return version && { ...version, type: PDF, isPublic: false };
}
