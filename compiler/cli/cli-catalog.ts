// The catalog of the command line: its pattern analysis also detects catastrophic backtracking.
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import type { Catalog } from '../catalog.ts'
import { analyzePattern } from '../pattern-analysis/analyze-pattern.ts'
import { rememberAnalyses } from '../pattern-analysis/remember-analyses.ts'

export const cliCatalog = (): Catalog => ({
  ...runtimeCatalog(),
  analyzePattern: rememberAnalyses(analyzePattern),
})
