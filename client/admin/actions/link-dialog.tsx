import { useId, useMemo, useState } from "react";
import { countedSource } from "../../../server/contract/counted-source.ts";
import type { StatsSource } from "../../../server/contract/stats.ts";
import { linkWords as words } from "../../content/admin-links.ts";
import { saveFile } from "../../lib/download.ts";
import { FieldRow } from "../forms/field-row.tsx";
import { Tick, ToolButton } from "../ui/controls.tsx";
import { AdminDialog, DialogActions, DialogBody } from "../ui/dialog.tsx";
import { CopyButton } from "../ui/panels.tsx";
import { type ScreenPath, sourcePath } from "../url/screen-paths.ts";
import { qrModules, type QrModules, qrPath, qrPixels, qrSvg } from "./qr-code.ts";
import {
  type Campaign,
  linkAddress,
  linkPath,
  MOST_PARAMETER_CHARACTERS,
  type SharedPage,
} from "./share-link.ts";

/** Least width of a saved PNG in pixels: 8 cm in print at 300 dpi. */
const PNG_WIDTH = 1000;
const PARAMETERS = ["source", "campaign", "medium"] as const;

type LinkDialogProps = {
  page: SharedPage;
  /** Closes the dialog and opens a screen. Dialogs are outside of the router. */
  onLeave: (path: ScreenPath) => void;
  onClose: () => void;
};

/** Dialog with the address of a page, its campaign parameters and its QR code. */
export function LinkDialog({ page, onLeave, onClose }: LinkDialogProps) {
  const { name, campaign = "" } = page;
  const path = linkPath(page);
  const [typed, setTyped] = useState<Campaign>({ source: "", medium: "", campaign });
  const [opensCheckout, setOpensCheckout] = useState(false);
  const address = linkAddress({ origin: window.location.origin, path, opensCheckout }, typed);
  const modules = useMemo(() => qrModules(address), [address]);
  const change = (parameter: keyof Campaign) => (value: unknown) =>
    setTyped({ ...typed, [parameter]: String(value).slice(0, MOST_PARAMETER_CHARACTERS) });
  return (
    <AdminDialog title={words.title} onClose={onClose}>
      <DialogBody>
        <p className="mb-4 text-ink-2 wrap-anywhere">{words.lead(name)}</p>
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_14rem]">
          <div className="grid content-start gap-4">
            {PARAMETERS.map((parameter) => (
              <FieldRow
                key={parameter}
                name={parameter}
                field={{
                  ...words.fields[parameter],
                  type: "string",
                  operators: [],
                  sortable: false,
                }}
                value={typed[parameter]}
                required={false}
                problem={undefined}
                disabled={false}
                onChange={change(parameter)}
              />
            ))}
            {page.opensCheckout && (
              <Tick
                label={words.opensCheckout}
                checked={opensCheckout}
                onChange={({ target }) => setOpensCheckout(target.checked)}
              />
            )}
          </div>
          <QrPicture modules={modules} label={words.qr(address)} />
        </div>
        <Address address={address} />
        <CountedLinks typed={typed} onLeave={onLeave} />
      </DialogBody>
      <DialogActions>
        <ToolButton onClick={() => saveSvg(modules, fileName(path))}>{words.svg}</ToolButton>
        <ToolButton onClick={() => void savePng(modules, fileName(path))}>{words.png}</ToolButton>
      </DialogActions>
    </AdminDialog>
  );
}

function Address({ address }: { address: string }) {
  const id = useId();
  return (
    <div className="mt-4">
      <p id={id} className="mb-1 font-semibold">
        {words.address}
      </p>
      <div className="flex items-center gap-2">
        <p
          aria-labelledby={id}
          role="group"
          className="min-w-0 flex-1 rounded-sheet bg-paper-2 px-2.5 py-2 wrap-anywhere select-all"
        >
          {address}
        </p>
        <CopyButton text={address} what={words.link} />
      </div>
    </div>
  );
}

/** Black on white in both color schemes, because many readers need that. */
function QrPicture({ modules, label }: { modules: QrModules; label: string }) {
  const { length } = modules;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${length} ${length}`}
      shapeRendering="crispEdges"
      className="w-full max-w-56 rounded-sheet border border-line forced-color-adjust-none"
    >
      <path d={`M0 0h${length}v${length}H0z`} fill="#fff" />
      <path d={qrPath(modules)} fill="#000" />
    </svg>
  );
}

type CountedLinksProps = { typed: Campaign; onLeave: LinkDialogProps["onLeave"] };

/** Leads to the overview's figures of the source and the campaign. */
function CountedLinks({ typed, onLeave }: CountedLinksProps) {
  const value = countedSource(typed.source);
  const campaign = countedSource(typed.campaign);
  const sources: { source: StatsSource; text: string }[] = [
    { source: { kind: "utm_source", value }, text: words.seeSource(value) },
    { source: { kind: "utm_campaign", value: campaign }, text: words.seeCampaign(campaign) },
  ];
  const shown = sources.filter(({ source }) => source.value !== "");
  return (
    <div className="mt-3 text-ink-2">
      <p>{shown.length > 0 ? words.counted : words.uncounted}</p>
      {shown.map(({ source, text }) => (
        <ToolButton
          key={source.kind}
          look="plain"
          className="-ml-2.5 text-left whitespace-normal underline wrap-anywhere"
          onClick={() => onLeave(sourcePath(source))}
        >
          {text}
        </ToolButton>
      ))}
    </div>
  );
}

function fileName(path: string): string {
  const words = path.replaceAll(/[^\w]+/g, "-").replaceAll(/^-|-$/g, "");
  return words === "" ? "qr-code" : `qr-${words}`;
}

function saveSvg(modules: QrModules, name: string): void {
  saveFile(new Blob([qrSvg(modules)], { type: "image/svg+xml" }), `${name}.svg`);
}

async function savePng(modules: QrModules, name: string): Promise<void> {
  const { data, size } = qrPixels(modules, PNG_WIDTH);
  const canvas = new OffscreenCanvas(size, size);
  canvas.getContext("2d")?.putImageData(new ImageData(data, size), 0, 0);
  saveFile(await canvas.convertToBlob({ type: "image/png" }), `${name}.png`);
}
