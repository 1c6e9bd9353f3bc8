import { ENGLISH } from "../../server/contract/language.ts";
import { AdminPage } from "../admin/app/admin-page.tsx";
import { definePlainPage } from "../app/page.ts";
import { adminWords } from "../content/admin.ts";

export const page = definePlainPage({
  facts: {
    title: () => adminWords.title,
    language: ENGLISH,
    personal: true,
    untracked: true,
    urgent: true,
    manifest: "/admin/manifest.webmanifest",
    dark: true,
    routesBelow: "/admin",
  },
  show: () => <AdminPage />,
});
