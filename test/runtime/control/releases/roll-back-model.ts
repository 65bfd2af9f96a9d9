// A small model of what is live under a label: a stack of releases with the versions of their configs.

/** Version numbers by config; a config that is missing is not served. */
export type Versions = Readonly<Record<string, number>>

export type Step =
  | {
      readonly kind: 'push'
      readonly changed: readonly string[]
      readonly without: string
      readonly promote: boolean
    }
  | { readonly kind: 'promote' | 'roll back to'; readonly release: number }
  | { readonly kind: 'canary'; readonly release: number; readonly percent: number }
  | { readonly kind: 'promote config'; readonly config: string; readonly version: number }
  | { readonly kind: 'roll back' }
  | { readonly kind: 'roll back config'; readonly config: string }

interface Entry {
  readonly release: number
  readonly versions: Versions
}

export interface Model {
  /** The versions in each release, the first at 0. */
  readonly releases: readonly Versions[]
  /** The last number of each config. */
  readonly last: Versions
  /** The live entry is the last. */
  readonly stack: readonly Entry[]
  readonly canary?: { readonly release: number; readonly percent: number }
}

export const EMPTY: Model = { releases: [], last: {}, stack: [] }
export const CONFIGS = ['chat', 'fast']
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
export const sorted = (versions: Versions): Versions => Object.fromEntries(Object.entries(versions).sort())

function pushed({ canary: _, ...model }: Model, entry: Entry): Model {
  return same(model.stack.at(-1), entry) ? model : { ...model, stack: [...model.stack, entry] }
}

function popped(model: Model): Model | undefined {
  const top = model.stack.at(-1) as Entry
  const at = model.stack.findLastIndex(each => !same(each, top))
  const next = model.stack[at]
  if (next === undefined) return undefined
  const kept = (each: Entry): boolean =>
    next.release === top.release ? !same(each, top) : each.release !== top.release
  return { ...model, stack: [...model.stack.slice(0, at).filter(kept), next] }
}

/** The model after a step; undefined where the step is refused. */
export function advance(model: Model, step: Step): Model | undefined {
  const { releases, last, stack, canary } = model
  const top = stack.at(-1)
  const { canary: _, ...ended } = model
  const entryOf = (release: number): Entry | undefined => {
    const versions = releases[release - 1]
    return versions && { release, versions }
  }
  switch (step.kind) {
    case 'push': {
      const numbers = Object.fromEntries(
        CONFIGS.map(config => [config, (last[config] ?? 0) + (step.changed.includes(config) ? 1 : 0) || 1]),
      )
      const versions = sorted(
        Object.fromEntries(Object.entries(numbers).filter(([config]) => config !== step.without)),
      )
      // A config that is left out keeps the number that it had.
      const counted = { ...last, ...versions }
      const next = same(versions, releases.at(-1))
        ? model
        : { ...model, last: counted, releases: [...releases, versions] }
      return step.promote ? pushed(next, { release: next.releases.length, versions }) : next
    }
    case 'promote': {
      const entry = entryOf(step.release)
      return entry && pushed(model, entry)
    }
    case 'canary':
      return top && entryOf(step.release)
        ? { ...model, canary: { release: step.release, percent: step.percent } }
        : undefined
    case 'promote config': {
      if (top === undefined || step.version > (last[step.config] ?? 0)) return undefined
      const versions = sorted({ ...top.versions, [step.config]: step.version })
      return { ...pushed(model, { release: top.release, versions }), ...(canary && { canary }) }
    }
    case 'roll back':
      return top && (canary === undefined ? popped(model) : ended)
    case 'roll back to': {
      const entry = entryOf(step.release)
      if (top === undefined || entry === undefined) return undefined
      if (top.release === step.release) return ended
      const at = stack.findLastIndex(each => each.release === step.release)
      const above = (at < 0 ? [top] : stack.slice(at + 1)).map(each => each.release)
      const rest = (at < 0 ? stack : stack.slice(0, at)).filter(each => !above.includes(each.release))
      return { ...ended, stack: [...rest, stack[at] ?? entry] }
    }
    case 'roll back config': {
      const { config } = step
      const current = top?.versions[config]
      if (current === undefined) return undefined
      const tried = canary && releases[canary.release - 1]?.[config]
      if (tried !== undefined && tried !== current) return ended
      const before = stack.findLast(({ versions }) => (versions[config] ?? current) !== current)
      const number = before?.versions[config]
      if (number === undefined) return undefined
      return {
        ...ended,
        stack: stack.map(each =>
          each.versions[config] === current
            ? { ...each, versions: { ...each.versions, [config]: number } }
            : each,
        ),
      }
    }
  }
}
