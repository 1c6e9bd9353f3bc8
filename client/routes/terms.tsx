import { definePlainPage } from "../app/page.ts";
import { termsOfService } from "../content/policy-terms.ts";
import { policyPage } from "../features/legal/policy-page.tsx";

export const page = definePlainPage(policyPage(termsOfService));
