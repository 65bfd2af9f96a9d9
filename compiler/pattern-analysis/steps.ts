// A budget of counted steps, not of time: a verdict is the same on every machine.

export interface Steps {
  /** Takes a step; throws `OutOfSteps` if none is left. */
  readonly take: () => void
  readonly taken: () => number
}

export class OutOfSteps extends Error {}

export function limitSteps(most: number): Steps {
  let taken = 0
  return {
    take: () => {
      taken += 1
      if (taken > most) throw new OutOfSteps()
    },
    taken: () => taken,
  }
}
