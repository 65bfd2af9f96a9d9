// The pipeline: source → value with origins → config → plan → optimised plan.
import type { Config, Plan } from '../schemas/generated/types.ts'
import { collectDiagnostics, type Diagnostic, hasErrors, withoutRepeats } from './diagnostics/diagnostic.ts'
import { canonicalConfig } from './facts/canonical-names.ts'
import type { Catalog } from './facts/catalog.ts'
import { type CompileEnvironment, STANDALONE } from './facts/environment.ts'
import { lowerConfig } from './lower/lower.ts'
import { optimise } from './optimise/optimise.ts'
import { readJson } from './read/json.ts'
import type { SourceReader } from './read/reader.ts'
import type { ParsedSource, Source } from './source.ts'
import { validateConfig } from './validate/validate-config.ts'

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
  environment: CompileEnvironment = STANDALONE,
  read: SourceReader = readJson,
): Compilation {
  const { report, diagnostics } = collectDiagnostics()
  const written = read(source, report)
  const parsed = written && canonicalConfig(written, environment.spelling)
  const config = parsed && validateConfig(parsed, catalog, environment, report)
  const isValid = config !== undefined && !hasErrors(diagnostics)
  return {
    plan: isValid ? { ...optimise(lowerConfig(config, catalog, environment)), ...ofCall(config) } : undefined,
    diagnostics: withoutRepeats(diagnostics),
    parsed,
  }
}

/** What precedes or follows the run of a plan, and so is not part of its nodes: the prompt, and the model that the reply names. */
const ofCall = ({
  prompt_id: prompt,
  reply_model: replyModel,
}: Config): Pick<Plan, 'prompt' | 'replyModel'> => ({
  ...(prompt && { prompt }),
  ...(replyModel && { replyModel }),
})
