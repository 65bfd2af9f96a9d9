// A project: a manifest and its configs, compiled into one bundle. Reading files is up to the caller: sources with names
// in, a bundle out.
import type { Bundle, Gateway, Plan } from '../schemas/generated/types.ts'
import { canonicalManifest } from './canonical-names.ts'
import type { Catalog } from './catalog.ts'
import { compile } from './compile.ts'
import { type CompiledPrompts, compilePrompts, type PromptInputs } from './compile-prompts.ts'
import { collectDiagnostics, type Diagnostic, hasErrors, withoutRepeats } from './diagnostics/diagnostic.ts'
import { type ConfigDiagnostics, mergeShared } from './diagnostics/merge-shared.ts'
import { applySeverities } from './diagnostics/severity.ts'
import type { CompileEnvironment } from './environment.ts'
import { manifestGuards } from './lower/guard.ts'
import { lowerManifest } from './lower/manifest.ts'
import { lowerLimits } from './lower/policies.ts'
import { type Hash, seal } from './plan/digest.ts'
import type { SourceReader } from './read/reader.ts'
import type { ParsedSource, Source } from './source.ts'
import { applyPlanRules } from './validate/plan-rules.ts'
import { createReportAt } from './validate/report.ts'
import { validateCallerFlows } from './validate/validate-caller-flows.ts'
import { validateManifest } from './validate/validate-manifest.ts'
import { VERSION } from './version.ts'

/** A source to compile and the reader for its format. */
export interface SourceInput {
  readonly source: Source
  readonly read: SourceReader
}

export interface ProjectInput {
  /** Absent for standalone configs, which get an empty manifest. */
  readonly manifest?: SourceInput
  /** Configs by identifier: the file name without extension. */
  readonly configs: ReadonlyMap<string, SourceInput>
  readonly prompts?: PromptInputs
}

export interface ProjectCompilation {
  /** Undefined if the manifest or any config has errors. */
  readonly bundle: Bundle | undefined
  readonly gateway: Gateway | undefined
  readonly plans: ReadonlyMap<string, Plan>
  readonly parsed: ReadonlyMap<string, ParsedSource>
  readonly prompts: CompiledPrompts
  readonly diagnostics: readonly Diagnostic[]
}

const NO_PROMPTS: PromptInputs = { prompts: new Map(), partials: new Map() }

/** Compiles the manifest first, since slugs and trusted hosts are validated against it, then every config. */
export function compileProject(
  input: ProjectInput,
  catalog: Catalog,
  hash: Hash,
  progress: (done: number) => void = () => {},
): ProjectCompilation {
  const { report, diagnostics } = collectDiagnostics()
  const writtenManifest = input.manifest?.read(input.manifest.source, report)
  const parsedManifest = writtenManifest && canonicalManifest(writtenManifest)
  const manifest =
    input.manifest === undefined
      ? {}
      : parsedManifest && validateManifest(parsedManifest, catalog, report, [...input.configs.keys()])
  const gateway = manifest && { ...lowerManifest(manifest, catalog), ...lowerLimits(manifest, hash) }
  const environment: CompileEnvironment = {
    origin: input.manifest === undefined ? 'file' : 'project',
    providers: gateway?.providers ?? {},
    trustedHosts: gateway?.trustedHosts ?? [],
    ...(gateway && {
      headerPrefix: gateway.headerPrefix,
      guards: manifestGuards(gateway),
      semantic: gateway.semantic !== undefined,
      ...(gateway.secretReferences && { secretReferences: gateway.secretReferences }),
      ...(gateway.apiKeys.length > 0 && {
        workspaces: [...new Set(gateway.apiKeys.map(({ workspace }) => workspace))],
      }),
      ...(gateway.spelling && { spelling: gateway.spelling }),
      ...(gateway.unsupported === 'reject' && { rejectsUnsupported: true as const }),
    }),
    prompts: [...(input.prompts ?? NO_PROMPTS).prompts.keys()],
    // An error in the manifest must not cause an unknown slug or a blocked host in every config.
    ...(gateway === undefined && { hasInvalidManifest: true as const }),
  }
  const configDiagnostics: ConfigDiagnostics[] = []
  const plans = new Map<string, Plan>()
  const parsed = new Map<string, ParsedSource>()
  let done = 0
  for (const [id, config] of input.configs) {
    const compilation = compile(config.source, catalog, environment, config.read)
    const { plan } = compilation
    const ofPlan = collectDiagnostics()
    if (plan && compilation.parsed && gateway)
      applyPlanRules(
        {
          id,
          plan,
          parsed: compilation.parsed,
          gateway,
          budgets: manifest?.budgets ?? {},
          flows: manifest?.flows ?? [],
          catalog,
        },
        ofPlan.report,
      )
    configDiagnostics.push({
      source: config.source,
      diagnostics: [...compilation.diagnostics, ...ofPlan.diagnostics],
    })
    if (plan) plans.set(id, plan)
    if (compilation.parsed) parsed.set(id, compilation.parsed)
    done += 1
    progress(done)
  }
  for (const diagnostic of mergeShared(configDiagnostics)) report(diagnostic)
  const prompts = compilePrompts(
    input.prompts ?? NO_PROMPTS,
    { environment, catalog, configs: [...input.configs.keys()] },
    report,
  )
  if (gateway && parsedManifest && manifest?.flows)
    validateCallerFlows(
      {
        rules: manifest.flows,
        gateway,
        catalog,
        prompts: Object.fromEntries(Array.from(prompts.prompts, ([id, { prompt }]) => [id, prompt])),
      },
      createReportAt(parsedManifest, report),
    )
  const isValid = gateway !== undefined && !hasErrors(diagnostics)
  const bundle = isValid
    ? seal(
        {
          format: 2,
          compiler: VERSION,
          gateway,
          plans: Object.fromEntries(plans),
          ...promptsOfBundle(prompts),
        },
        hash,
      )
    : undefined
  return {
    bundle,
    gateway,
    plans,
    parsed,
    prompts,
    diagnostics: applySeverities(withoutRepeats(diagnostics), manifest?.rules ?? {}),
  }
}

/** Absent where there are none, so that bundles without prompts are what they were. */
const promptsOfBundle = ({ prompts, partials }: CompiledPrompts): Pick<Bundle, 'prompts' | 'partials'> => ({
  ...(prompts.size > 0 && {
    prompts: Object.fromEntries(Array.from(prompts, ([id, { prompt }]) => [id, prompt])),
  }),
  ...(partials.size > 0 && { partials: Object.fromEntries(partials) }),
})
