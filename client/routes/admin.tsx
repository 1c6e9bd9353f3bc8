import { definePlainPage } from "../app/page.ts";
import { adminWords } from "../content/admin.ts";
import { AdminPage } from "../admin/app/admin-page.tsx";

export const page = definePlainPage(
  {
    title: adminWords.title,
    personal: true,
    untracked: true,
    urgent: true,
    manifest: "/admin/manifest.webmanifest",
    dark: true,
    routesBelow: "/admin",
  },
  ({ source }) => <AdminPage source={source} />,
);
