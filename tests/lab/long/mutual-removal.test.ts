import { testMutualRemoval } from "../../server/attacks/mutual-removal.ts";

const SEED = Number(process.env["FC_SEED"] ?? Math.floor(Math.random() * 2 ** 30));

testMutualRemoval({ races: 1000, seed: SEED });
