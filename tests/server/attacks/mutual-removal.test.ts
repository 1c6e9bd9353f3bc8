import { testMutualRemoval } from "./mutual-removal.ts";

testMutualRemoval({ races: 60, seed: 11 });
