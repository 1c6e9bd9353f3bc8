import { render } from "../../../client/entry-server.tsx";
import type { Web } from "../../../server/http/web.ts";
import { assets } from "../../client/fixtures.ts";

/** The real pages, for shops that are tested through them. */
export const realPages: Web = { render, assets, statics: new Map() };
