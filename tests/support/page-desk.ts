import { render, served } from "../../client/app/entry-server.tsx";
import type { Web } from "../../server/http/built-client.ts";
import { assets } from "../client/fixtures.ts";

/** The real pages, for shops that are tested through them. */
export const realPages: Web = { render, served, assets, statics: new Map() };
