import { render, served } from "../../client/app/entry-server.tsx";
import type { BuiltClient } from "../../server/http/built-client.ts";
import { assets } from "../client/fixtures.ts";

/** Client build with the real pages, for tests of rendered pages. */
export const realPages: BuiltClient = { render, served, assets, statics: new Map() };
