import { testOrderImports } from "../../../support/order-import-property.ts";

testOrderImports({ count: 300, seed: 7 });
