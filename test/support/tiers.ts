// The tiers of the suite, and the files of each. The name of a file says which tier it belongs to; all others are run by `npm test`.
import { globSync } from 'node:fs'
import { ROOT } from './folder.ts'
import { importsOf } from './imports.ts'

export const TIERS = ['test', 'gate', 'deep'] as const
export type Tier = (typeof TIERS)[number]

/** Files that import these draw cases, of which the tier `deep` draws more. */
const DRAWING = ['fast-check', 'test/support/property-seed.ts']

/** Test files of a tier, or all, as paths from the root. */
export function filesOf(tier: Tier | undefined): readonly string[] {
  const all = globSync('test/**/*.test.ts', { cwd: ROOT }).sort()
  const named = (name: Tier) => (path: string) => path.endsWith(`.${name}.test.ts`)
  const [isOfGate, isDeep] = [named('gate'), named('deep')]
  switch (tier) {
    case undefined:
      return all
    case 'test':
      return all.filter(path => !isOfGate(path) && !isDeep(path))
    case 'gate':
      return all.filter(isOfGate)
    case 'deep': {
      const draws = findImporters(DRAWING)
      return all.filter(path => isDeep(path) || draws(path))
    }
  }
}

/** Whether a file of the tests imports one of the targets, directly or by others. */
function findImporters(targets: readonly string[]): (path: string) => boolean {
  const known = new Map(targets.map(target => [target, true]))
  const imports = (path: string): boolean => {
    const found = known.get(path)
    if (found !== undefined) return found
    known.set(path, false)
    const result = importsOf(path).some(
      ({ to }) => known.get(to) ?? (to.startsWith('test/') && to.endsWith('.ts') && imports(to)),
    )
    known.set(path, result)
    return result
  }
  return imports
}
