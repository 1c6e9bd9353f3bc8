import { testGuesses } from "../../server/attacks/guesses.ts";

testGuesses({ byRoute: 20, byDomain: 314 });
