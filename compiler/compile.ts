// The pipeline: source → value with origins → config → plan → optimised plan.
import type { Plan } from '../schemas/generated/types.ts'
import type { Catalog } from './catalog.ts'
import { check } from './check/check.ts'
import { collect, type Diagnostic, hasErrors } from './diagnostics/diagnostic.ts'
import { lower } from './lower/lower.ts'
import { optimise } from './optimise/optimise.ts'
import { readJson } from './read/json.ts'
import type { Reader } from './read/reader.ts'
import type { ParsedSource, Source } from './source.ts'
import { ALONE, type Surroundings } from './surroundings.ts'

export interface Compilation {
  /** Undefined if there are errors; warnings and notes do not prevent a plan. */
  readonly plan: Plan | undefined
  readonly diagnostics: readonly Diagnostic[]
  /** The value and its origins, if the source could be parsed: source maps are built from them. */
  readonly parsed: ParsedSource | undefined
}

/** Compiles one config. Never throws because of its content. */
export function compile(
  source: Source,
  catalog: Catalog,
  surroundings: Surroundings = ALONE,
  read: Reader = readJson,
): Compilation {
  const { report, diagnostics } = collect()
  const parsed = read(source, report)
  const config = parsed && check(parsed, catalog, surroundings, report)
  const sound = config !== undefined && !hasErrors(diagnostics)
  return { plan: sound ? optimise(lower(config, catalog, surroundings)) : undefined, diagnostics, parsed }
}
