import { loginPathTo } from "../../../server/contract/paths.ts";
import { ButtonLink, ButtonRoute } from "../../components/button.tsx";
import { Actions, Notice } from "../../components/notice.tsx";
import { adminWords } from "../../content/admin.ts";
import { barWords } from "../../content/admin-outbox.ts";
import { usePageTitle } from "../../lib/page-context.ts";
import type { AccessEnd } from "./access-end.ts";
import { ToolButton } from "../ui/controls.tsx";
import { downloadUnsent } from "../pending/export-entries.ts";
import { useAdmin, useEntries } from "../data/admin-context.ts";

/** Screen shown after access ends: the reason, the number of unsent edits and the next step. */
export function EndedScreen({ end }: { end: AccessEnd }) {
  usePageTitle(adminWords.title);
  return (
    <main id="content" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto text-base">
      {end === "signed-out" ? <SignedOut /> : <NotAdmin />}
    </main>
  );
}

function SignedOut() {
  const { storageProblem } = useAdmin();
  const edits = useEntries().length;
  const words = adminWords.signedOut;
  return (
    <Notice heading={words.heading}>
      <p role="alert" className="mt-4 text-ink-2">
        {edits > 0 ? barWords.signIn(edits) : words.text}{" "}
        {storageProblem ? words.unkept : words.kept}
      </p>
      <Actions>
        {/* After sign-in, return to the same screen without its filters. */}
        <ButtonLink
          look="main"
          href={loginPathTo(window.location.pathname)}
          // Without storage, unsent edits exist only in this tab.
          {...(storageProblem && { target: "_blank", rel: "noopener" })}
        >
          {words.signIn}
        </ButtonLink>
      </Actions>
    </Notice>
  );
}

function NotAdmin() {
  const { drafts } = useAdmin();
  const entries = useEntries();
  const words = adminWords.denied;
  const download = async () => downloadUnsent({ entries, drafts: await drafts.listAll() });
  return (
    <Notice heading={words.heading}>
      <p role="alert" className="mt-4 text-ink-2">
        {words.text}
      </p>
      {entries.length > 0 && <p className="mt-4">{barWords.forbidden(entries.length)}</p>}
      <Actions>
        <ButtonRoute to="/" look="main">
          {words.home}
        </ButtonRoute>
        {entries.length > 0 && (
          <ToolButton onClick={() => void download()}>{barWords.download}</ToolButton>
        )}
      </Actions>
    </Notice>
  );
}
