// The catalog of people who write configs: its pattern analysis also detects catastrophic backtracking, and it knows models.
import { compilerCatalog } from '../../runtime/process/compiler-catalog.ts'
import { createModelAdvice } from '../../runtime/providers/model-advice.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'
import type { Catalog, ModelAdvice, ModelLives } from '../facts/catalog.ts'

/** `lives`: absent if the lives of models are not reported. */
export function advisedCatalog(analyzePattern: Catalog['analyzePattern'], lives?: ModelLives): Catalog {
  const known = new Map<string, ModelAdvice>()
  const adviceOf = createModelAdvice(catalogue)
  return {
    ...compilerCatalog(analyzePattern),
    modelAdvice: (row, model) => {
      const key = `${row.id} ${model}`
      const advice = known.get(key) ?? adviceOf(row, model)
      known.set(key, advice)
      return advice
    },
    ...(lives !== undefined && { lives }),
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
