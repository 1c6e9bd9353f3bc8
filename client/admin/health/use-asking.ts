import { useState } from "react";
import { readableMessage } from "../../lib/readable-error.ts";

/** A request started by a click: its last answer, or its error. */
export type Asking<Answer> = {
  isAsking: boolean;
  answer: Answer | undefined;
  problem: string | undefined;
  ask: () => void;
};

/** Runs one call at a time; the previous answer stays until the next one. */
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
