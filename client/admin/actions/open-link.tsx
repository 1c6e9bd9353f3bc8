import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useCallback } from "react";
import { useDialogs } from "../ui/dialog.tsx";
import type { ScreenPath } from "../url/screen-paths.ts";
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
        const onLeave = (path: ScreenPath) => {
          close();
          void navigate(path);
        };
        return (
          <Suspense>
            <LinkDialog {...{ page, onLeave }} onClose={close} />
          </Suspense>
        );
      }),
    [show, navigate],
  );
}
