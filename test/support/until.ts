// Waits for what happens in another process, in a thread or on a socket, which no virtual clock controls.

/** Looks again and again until the condition holds; throws where it does not within so many milliseconds. */
export async function until(holds: () => boolean | Promise<boolean>, milliseconds = 30_000): Promise<void> {
  const end = performance.now() + milliseconds
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`The condition did not hold within ${milliseconds} ms.`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** Waits until a number that grows no longer does: it is the same many times in a row. */
export async function untilStill(read: () => number): Promise<void> {
  let before = Number.NaN
  let same = 0
  await until(() => {
    const now = read()
    same = now === before ? same + 1 : 0
    before = now
    return same === 20
  })
}
