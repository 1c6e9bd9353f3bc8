import { useState } from "react";
import { readableMessage } from "../../lib/readable-error.ts";

/** Something that is asked of the store with a press: what it answered last, or why it did not. */
export type Asking<Answer> = {
  isAsking: boolean;
  answer: Answer | undefined;
  problem: string | undefined;
  ask: () => void;
};

/** Asks once at a time; the answer before stays until there is another. */
export function useAsking<Answer>(call: () => Promise<Answer>): Asking<Answer> {
  const [isAsking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const [problem, setProblem] = useState<string>();

  async function run(): Promise<void> {
    setAsking(true);
    setProblem(undefined);
    try {
      setAnswer(await call());
    } catch (error) {
      setAnswer(undefined);
      setProblem(readableMessage(error));
    }
    setAsking(false);
  }

  return {
    isAsking,
    answer,
    problem,
    ask: () => {
      if (!isAsking) void run();
    },
  };
}
