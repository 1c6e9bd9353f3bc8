import { adminMessages as texts } from "../../../server/contract/admin-messages.ts";
import type { Upload } from "../../../server/contract/admin-answers.ts";
import { ApiError, NO_NETWORK } from "../../lib/answer.ts";
import { read, userHeader } from "./request.ts";

type UploadKind = "media" | "file";
/** Upload options. `onProgress` receives the uploaded fraction, 0 to 1. */
type UploadOptions = { onProgress?: (part: number) => void; user?: number; signal: AbortSignal };

/** Uploads with XMLHttpRequest, because `fetch` does not report upload progress. */
export function uploadFile(
  kind: UploadKind,
  file: File,
  { onProgress, user, signal }: UploadOptions,
): Promise<Upload> {
  const failed = kind === "media" ? texts.mediaUploadFailed : texts.fileUploadFailed;
  const body = new FormData();
  body.set("file", file);
  const answer = new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress?.(loaded / total),
    );
    request.addEventListener("load", () => {
      const headers = { "Content-Type": request.getResponseHeader("Content-Type") ?? "" };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    });
    for (const type of ["error", "abort"] as const) {
      request.addEventListener(type, () => reject(new ApiError(failed, { code: NO_NETWORK })));
    }
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.open("POST", `/api/upload/${kind}`);
    for (const header of Object.entries(userHeader(user))) request.setRequestHeader(...header);
    request.send(body);
  });
  return read<Upload>(answer, failed);
}
