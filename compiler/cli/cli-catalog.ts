// The catalog of the command line: its pattern analysis also detects catastrophic backtracking, and it knows models.

import { analyzePattern, runtimeCatalog } from '../../runtime/process/catalog.ts'
import { createModelAdvice } from '../../runtime/providers/model-advice.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'
import type { Catalog, ModelAdvice } from '../facts/catalog.ts'
import { rememberAnalyses } from '../pattern-analysis/remember-analyses.ts'

export function cliCatalog(): Catalog {
  const known = new Map<string, ModelAdvice>()
  const adviceOf = createModelAdvice(catalogue)
  return {
    ...runtimeCatalog(),
    modelAdvice: (row, model) => {
      const key = `${row.id} ${model}`
      const advice = known.get(key) ?? adviceOf(row, model)
      known.set(key, advice)
      return advice
    },
    analyzePattern: rememberAnalyses(analyzePattern),
  }
}
