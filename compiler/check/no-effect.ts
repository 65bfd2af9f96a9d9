// Reports settings that have no effect, grouped in one diagnostic at the first of them.
import { listed, quoted } from '../diagnostics/words.ts'
import { child } from '../pointer.ts'
import type { Site } from './site.ts'
import type { Tell } from './tell.ts'

/**
 * Reports that settings of a config node have no effect. `why` ends the sentence; it receives the pronoun for the
 * settings.
 */
export function tellIdle(
  tell: Tell,
  { pointer }: Pick<Site, 'pointer'>,
  names: readonly string[],
  why: (it: string) => string,
): void {
  const [first] = names
  if (first === undefined) return
  const [verb, it] = names.length === 1 ? ['has', 'it'] : ['have', 'them']
  const message = `${listed(names.map(quoted), 'and')} ${verb} no effect${why(it)}`
  tell('setting-without-effect', { key: child(pointer, first) }, message)
}
