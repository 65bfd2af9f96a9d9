// The catalog of the command line: its pattern analysis also detects catastrophic backtracking, and it knows models.
import { analyzePattern, runtimeCatalog } from '../../runtime/process/catalog.ts'
import { createModelAdvice } from '../../runtime/providers/model-advice.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'
import { lives } from '../../schemas/generated/lives.ts'
import { createLifeSearch } from '../../schemas/values/model-life.ts'
import type { Catalog, ModelAdvice } from '../facts/catalog.ts'

/** `day`: the day of the check, as 2026-11-29; absent if it does not report the lives of models. */
export function cliCatalog(day?: string): Catalog {
  const known = new Map<string, ModelAdvice>()
  const adviceOf = createModelAdvice(catalogue)
  const findLife = createLifeSearch(lives)
  return {
    ...runtimeCatalog(),
    modelAdvice: (row, model) => {
      const key = `${row.id} ${model}`
      const advice = known.get(key) ?? adviceOf(row, model)
      known.set(key, advice)
      return advice
    },
    ...(day !== undefined && { lives: { day, find: (row, model) => findLife(row.id, model) } }),
    analyzePattern: rememberAnalyses(analyzePattern),
  }
}

// Remembers the analyses of patterns by their text: configs of a project share patterns, and are compiled again after each
// change.

/** The number of results that are cached; the oldest are dropped first. */
const MAX_REMEMBERED = 10_000

function rememberAnalyses(analyze: Catalog['analyzePattern']): Catalog['analyzePattern'] {
  const known = new Map<string, ReturnType<Catalog['analyzePattern']>>()
  return pattern => {
    if (known.has(pattern)) return known.get(pattern)
    const error = analyze(pattern)
    if (known.size >= MAX_REMEMBERED) known.delete(known.keys().next().value ?? '')
    known.set(pattern, error)
    return error
  }
}
