import { definePage } from "../app/page.ts";
import { deletionWords } from "../content/account-data.ts";
import { DeletePage } from "../features/account/delete-page.tsx";

export const page = definePage<"/account/delete">({
  facts: { title: () => deletionWords.title, personal: true, untracked: true },
  frame: "site",
  show: (start) => <DeletePage start={start} />,
});
