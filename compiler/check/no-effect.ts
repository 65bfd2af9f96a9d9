// Settings that stand together and do nothing are told together, at the first of them.
import { listed, quoted } from '../diagnostics/words.ts'
import { child } from '../pointer.ts'
import type { Site } from './site.ts'
import type { Tell } from './tell.ts'

/** Tells that settings of a site have no effect. `why` ends the sentence, `it` being what to call them. */
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
