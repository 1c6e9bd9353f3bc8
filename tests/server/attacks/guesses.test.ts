import { testGuesses } from "./guesses.ts";

// `scripts/torture long` makes a hundred thousand.
testGuesses({ byRoute: 2, byDomain: 8 });
