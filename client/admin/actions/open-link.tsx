import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useCallback } from "react";
import type { StatsSource } from "../../../server/contract/stats.ts";
import { useDialogs } from "../ui/dialog.tsx";
import { sourcePath } from "../url/screen-paths.ts";
import type { SharedPage } from "./share-link.ts";

/** Loaded when opened, because it contains the QR encoder. */
const LinkDialog = lazy(() =>
  import("./link-dialog.tsx").then(({ LinkDialog: component }) => ({ default: component })),
);

/** Returns a function that shows the link and QR code of a page. */
export function useOpenLink(): (page: SharedPage) => void {
  const { show } = useDialogs();
  const navigate = useNavigate();
  return useCallback(
    (page) =>
      show((close) => {
        const onSource = (source: StatsSource) => {
          close();
          void navigate(sourcePath(source));
        };
        return (
          <Suspense>
            <LinkDialog {...{ page, onSource }} onClose={close} />
          </Suspense>
        );
      }),
    [show, navigate],
  );
}
