import { isLoopback } from "./networks.ts";

/** A bucket of an S3-compatible object store, and this shop's folder in it. */
export type Bucket = {
  /** Origin of the object store: https, or http on this machine. */
  endpoint: string;
  name: string;
  /** Prefix of all keys: empty, or a path that ends with a slash. */
  prefix: string;
  region: string;
  keyId: string;
  secret: string;
  /** Whether downloads may redirect buyers to the bucket. */
  isPublic: boolean;
};

// The secret may contain slashes; it ends at the first @.
const FORM =
  /^s3:\/\/([^:@/\s]+):([^@\s]+)@(\[[\da-f:]+\]|[a-z\d.-]+)(:\d{1,5})?\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/([^?\s]*))?(?:\?(\S*))?$/i;
const FOLDERS = /^(?:[\w-][\w.-]*\/)*$/;
const DEFAULT_REGION = "us-east-1";

export const FILES_URL_FORM =
  "must be s3://KEY_ID:SECRET@host/bucket, with a folder after it and ?region= and &redirect=off where they are needed";

/** Parses FILES_URL; undefined if it is malformed. */
export function readFilesUrl(value: string): Bucket | undefined {
  const [, keyId, secret, host, port = "", name, folder = "", query = ""] = FORM.exec(value) ?? [];
  if (!keyId || !secret || !host || !name) return undefined;
  const prefix = folder === "" || folder.endsWith("/") ? folder : `${folder}/`;
  const {
    region = DEFAULT_REGION,
    redirect = "on",
    ...others
  } = Object.fromEntries(new URLSearchParams(query));
  const isKnown = /^[a-z\d-]+$/.test(region) && /^(?:on|off)$/.test(redirect);
  if (!isKnown || Object.keys(others).length > 0 || !FOLDERS.test(prefix)) return undefined;
  const endpoint = `${isOnLoopback(`http://${host}`) ? "http" : "https"}://${host}${port}`;
  const keys = decoded({ keyId, secret });
  if (!keys || !URL.canParse(endpoint)) return undefined;
  return { endpoint, name, prefix, region, ...keys, isPublic: redirect === "on" };
}

/** Decodes the percent-encoded keys; undefined if the encoding is invalid. */
function decoded({ keyId, secret }: Pick<Bucket, "keyId" | "secret">) {
  try {
    return { keyId: decodeURIComponent(keyId), secret: decodeURIComponent(secret) };
  } catch {
    return undefined;
  }
}

export function isOnLoopback(url: string): boolean {
  const { hostname = "" } = URL.parse(url) ?? {};
  return hostname === "localhost" || isLoopback(hostname.replace(/^\[(.+)\]$/, "$1"));
}
