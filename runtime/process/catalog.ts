// The catalog for compiling what arrives while serving: inline configs, and what is saved by API. Patterns of header configs are only checked for syntax: the engine that runs
// them has linear time, and the analysis for catastrophic backtracking is too slow for the request path.
import { createRequire } from 'node:module'
import type { Catalog } from '../../compiler/facts/catalog.ts'
import { createPatternAnalysis } from '../../compiler/pattern-analysis/analyze-pattern.ts'
import { compilerCatalog } from './compiler-catalog.ts'

const load = createRequire(import.meta.url)

export const { analyzePattern, analyzePatternSyntax } = createPatternAnalysis(() => load('re2js'))

export const runtimeCatalog = (): Catalog => compilerCatalog(analyzePatternSyntax)
