import { definePlainPage } from "../app/page.ts";
import { refundPolicy } from "../content/policies.ts";
import { policyPage } from "../features/legal/policy-page.tsx";

export const page = definePlainPage(policyPage(refundPolicy));
