import { useEffect } from "react";
import { AppShell } from "../components/app-shell.tsx";
import { usePage } from "../lib/page-context.ts";
import type { ShownPage } from "./open-page.tsx";

/** What the shell's document shows at the address where it stands in; then it opens its page. */
export function openShell(): ShownPage {
  const { pathname, search } = window.location;
  const { title } = document;
  return { pathname, search, status: "opening", title, body: <Opening />, facts: {} };
}

function Opening() {
  const { reload } = usePage();
  useEffect(() => void reload(), [reload]);
  return <AppShell />;
}
