type Sources = {
  ask: () => Promise<Response>;
  /** What stands in for it; undefined when there is nothing. */
  instead: () => Promise<Response | undefined>;
  /** How long the network may take. */
  waitMs: number;
};

/**
 * The network's own answer, whatever it says. What stands in for it is given when there is no network,
 * when it takes longer than `waitMs`, and when the shop itself fails (5xx).
 */
export async function networkFirst({ ask, instead, waitMs }: Sources): Promise<Response> {
  const asked = ask().catch(() => undefined);
  const answer = await Promise.race([asked, after(waitMs)]);
  if (answer && answer.status < 500) return answer;
  return (await instead()) ?? (await asked) ?? Response.error();
}

function after(waitMs: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, waitMs, undefined);
  });
}
