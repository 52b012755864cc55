const ROUNDS = 21

/** The value that a share of all values does not exceed. */
export const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0

/** How long some work takes, in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The time of some work, the 95th percentile. */
export async function repeated(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(work))
  return percentile(times, 0.95)
}
