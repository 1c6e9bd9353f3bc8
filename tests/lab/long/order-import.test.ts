import { testOrderImports } from "../../support/order-import-property.ts";

const SEED = Number(process.env["FC_SEED"] ?? Math.floor(Math.random() * 2 ** 30));

testOrderImports({ count: 10_000, seed: SEED });
