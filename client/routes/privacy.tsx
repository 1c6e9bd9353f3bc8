import { definePlainPage } from "../app/page.ts";
import { privacyPolicy } from "../content/policy-privacy.ts";
import { policyPage } from "../features/legal/policy-page.tsx";

export const page = definePlainPage(policyPage(privacyPolicy));
