import { render, served } from "../../client/app/entry-server.tsx";
import type { BuiltClient } from "../../server/http/built-client.ts";
import { assets } from "../client/fixtures.ts";

/** The real pages, for tests that use the shop through them. */
export const realPages: BuiltClient = { render, served, assets, statics: new Map() };
