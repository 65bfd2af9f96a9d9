// Runs an action for each item, so many at a time.

export async function runBounded<T>(
  limit: number,
  items: readonly T[],
  action: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const runNext = async (): Promise<void> => {
    for (const item of waiting) await action(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runNext))
}
