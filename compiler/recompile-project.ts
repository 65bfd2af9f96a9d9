// Compiles a project again after changes, as far as it depends on them: the manifest with the names of the configs, each
// config with what the manifest means, the prompts as a whole. Nothing is remembered but in what is returned, and the
// result is the same as without a memory.
import type { Bundle, FlowRule, Gateway, Plan } from '../schemas/generated/types.ts'
import { canonicalJson } from '../schemas/values/canonical-json.ts'
import { compile } from './compile.ts'
import { type CompiledPrompts, compilePrompts } from './compile-prompts.ts'
import {
  applySeverities,
  type Diagnostic,
  hasErrors,
  type Location,
  locationOf,
  type ReportDiagnostic,
  withoutRepeats,
} from './diagnostics/diagnostic.ts'
import { type ConfigDiagnostics, mergeShared } from './diagnostics/merge-shared.ts'
import type { Catalog } from './facts/catalog.ts'
import { VERSION } from './facts/version.ts'
import { type MemoizedStep, memoizedStep } from './memoized-step.ts'
import { type Hash, seal } from './plan/emit.ts'
import type { ProjectInput, PromptInputs, SourceInput } from './project-input.ts'
import {
  type CompiledManifest,
  type ConfigSurroundings,
  compileManifest,
  surroundingsOf,
} from './project-manifest.ts'
import type { ParsedSource } from './source.ts'
import { validateCallerFlows } from './validate/flows/validate-caller-flows.ts'
import { validateFlowNames } from './validate/flows/validate-flow-names.ts'
import { applyPlanRules } from './validate/plan-rules.ts'
import { createReportAt } from './validate/reporting/report.ts'
import { validateDeadlines, validateExternal, validateUnused } from './validate/validate-unused.ts'

export interface ProjectCompilation {
  /** Undefined if the manifest or any config has errors. */
  readonly bundle: Bundle | undefined
  readonly gateway: Gateway | undefined
  readonly plans: ReadonlyMap<string, Plan>
  readonly parsed: ReadonlyMap<string, ParsedSource>
  readonly prompts: CompiledPrompts
  /** The rules of flows, about each secret wherever it is bound. */
  readonly flows: readonly FlowRule[]
  readonly diagnostics: readonly Diagnostic[]
  /** Absent if the manifest has none. */
  readonly month?: MonthBudget
}

/** What all requests of a month may cost in US dollars, which only traffic shows. */
export interface MonthBudget {
  readonly dollars: number
  readonly location: Location
}

/** What a compilation leaves for the next one. */
export interface ProjectMemory {
  readonly manifest: MemoizedStep<CompiledManifest>
  readonly surroundings: ConfigSurroundings
  readonly configs: ReadonlyMap<string, MemoizedStep<CompiledConfig>>
  readonly prompts: MemoizedStep<CompiledPrompts>
  readonly callerFlows: MemoizedStep<void>
  readonly external: MemoizedStep<void>
  readonly naming: MemoizedStep<void>
}

interface CompiledConfig {
  readonly plan: Plan | undefined
  readonly parsed: ParsedSource | undefined
  /** The canonical text of the plan, which the digest of the bundle is made of. */
  readonly text: string
}

const NO_PROMPTS: PromptInputs = { prompts: new Map(), partials: new Map() }

/** Inputs that are the same objects as before have not changed, and neither has the catalog if it is the same. */
export function recompileProject(
  before: ProjectMemory | undefined,
  input: ProjectInput,
  catalog: Catalog,
  hash: Hash,
  progress: (done: number) => void = () => {},
): { readonly compilation: ProjectCompilation; readonly memory: ProjectMemory } {
  const names = JSON.stringify([...input.configs.keys()])
  const manifest = memoizedStep(
    before?.manifest,
    [input.manifest, names, catalog, hash, ...priceParts(input.priceLists)],
    report => compileManifest(input, catalog, hash, report),
  )
  const { gateway } = manifest.result
  const surroundings = surroundingsOf(manifest.result, input, before?.surroundings)
  const configs = new Map<string, MemoizedStep<CompiledConfig>>()
  for (const [id, config] of input.configs) {
    const from = [config, surroundings, catalog]
    const step = memoizedStep(before?.configs.get(id), from, report =>
      compileConfig(id, config, surroundings, catalog, report),
    )
    progress(configs.set(id, step).size)
  }
  const inputs = input.prompts ?? NO_PROMPTS
  const from = [...promptParts(inputs), names, surroundings.environment, catalog]
  const prompts = memoizedStep(before?.prompts, from, report =>
    compilePrompts(
      inputs,
      { environment: surroundings.environment, catalog, configs: [...input.configs.keys()] },
      report,
    ),
  )
  const callerFlows = memoizedStep(before?.callerFlows, [manifest.result, prompts.result, catalog], report =>
    checkCallerFlows(manifest.result, prompts.result, catalog, report),
  )
  const plans = definedOf(configs, ({ plan }) => plan)
  const isWhole = gateway !== undefined && plans.size === configs.size
  const external = memoizedStep(
    before?.external,
    [manifest.result, prompts.result, ...plans.values()],
    report => {
      const { parsed } = manifest.result
      // What a config with errors names is not known.
      if (!isWhole || parsed === undefined) return
      if (gateway.pools !== undefined)
        validateDeadlines({ gateway, plans: Object.fromEntries(plans) }, createReportAt(parsed, report))
      if (gateway.external === undefined) return
      validateExternal(
        parsed,
        { gateway, plans: Object.fromEntries(plans), ...promptsOfBundle(prompts.result) },
        createReportAt(parsed, report),
      )
    },
  )
  const parsedConfigs = definedOf(configs, ({ parsed }) => parsed)
  const naming = memoizedStep(
    before?.naming,
    [manifest.result, prompts.result, isWhole, ...parsedConfigs.values()],
    report => {
      if (isWhole) checkNames(manifest.result, prompts.result, parsedConfigs, report)
    },
  )
  const ofConfigs = Array.from(configs, ([id, { diagnostics }]): ConfigDiagnostics => {
    const source = input.configs.get(id)?.source ?? { name: id, text: '' }
    return { source, diagnostics }
  })
  const diagnostics = [
    ...manifest.diagnostics,
    ...mergeShared(ofConfigs),
    ...prompts.diagnostics,
    ...callerFlows.diagnostics,
    ...external.diagnostics,
    ...naming.diagnostics,
  ]
  const isValid = gateway !== undefined && !hasErrors(diagnostics)
  const bundle = isValid ? sealProject(gateway, configs, prompts.result, hash) : undefined
  return {
    compilation: {
      bundle,
      gateway,
      flows: manifest.result.flows,
      plans,
      parsed: parsedConfigs,
      prompts: prompts.result,
      diagnostics: severe(diagnostics, manifest.result),
      ...monthBudget(manifest.result),
    },
    memory: { manifest, surroundings, configs, prompts, callerFlows, external, naming },
  }
}

const severe = (diagnostics: readonly Diagnostic[], { manifest }: CompiledManifest): readonly Diagnostic[] =>
  applySeverities(withoutRepeats(diagnostics), manifest?.rules ?? {})

function monthBudget({ manifest, parsed }: CompiledManifest): Pick<ProjectCompilation, 'month'> {
  const dollars = manifest?.budgets?.month
  if (dollars === undefined || parsed === undefined) return {}
  return { month: { dollars, location: locationOf(parsed, '/budgets/month') } }
}

function compileConfig(
  id: string,
  { source, read }: SourceInput,
  { environment, gateway, budgets, flows }: ConfigSurroundings,
  catalog: Catalog,
  report: ReportDiagnostic,
): CompiledConfig {
  const { plan, parsed, diagnostics } = compile(source, catalog, environment, read)
  for (const diagnostic of diagnostics) report(diagnostic)
  if (plan && parsed && gateway)
    applyPlanRules({ id, plan, parsed, gateway, budgets, flows, catalog }, report)
  const text = plan === undefined ? '' : canonicalJson(plan)
  // Reading a character joins the pieces, which take eight times the memory of the text.
  text.charCodeAt(0)
  return { plan, parsed, text }
}

/** The files of prices: their inputs with their digests, or what is wrong with them. */
const priceParts = (lists: ProjectInput['priceLists'] = new Map()): readonly unknown[] =>
  Array.from(lists).flatMap(([file, list]) =>
    'fault' in list ? [file, list.fault] : [file, list.input, list.digest],
  )

/** The identifiers and files of the prompts, in their order. */
const promptParts = ({ prompts, partials }: PromptInputs): readonly unknown[] => [
  prompts.size,
  ...[...prompts].flat(),
  ...[...partials].flat(),
]

function checkCallerFlows(
  { parsed, gateway, flows }: CompiledManifest,
  { prompts }: CompiledPrompts,
  catalog: Catalog,
  report: ReportDiagnostic,
): void {
  if (gateway === undefined || parsed === undefined || flows.length === 0) return
  validateCallerFlows(
    {
      rules: flows,
      gateway,
      catalog,
      prompts: Object.fromEntries(Array.from(prompts, ([id, { prompt }]) => [id, prompt])),
    },
    createReportAt(parsed, report),
  )
}

function checkNames(
  { parsed, gateway }: CompiledManifest,
  { prompts, partials }: CompiledPrompts,
  configs: ReadonlyMap<string, ParsedSource>,
  report: ReportDiagnostic,
): void {
  if (gateway === undefined || parsed === undefined) return
  validateFlowNames(
    parsed,
    Array.from(configs.values(), ({ value }) => value),
    createReportAt(parsed, report),
  )
  const texts = [...Array.from(prompts.values(), each => each.parsed.value), ...partials.values()]
  validateUnused(
    { gateway, manifest: parsed, configs, prompts: texts },
    createReportAt(parsed, report),
    (id, code, message) => {
      const config = configs.get(id)
      if (config !== undefined) createReportAt(config, report)(code, '', message)
    },
  )
}

function sealProject(
  gateway: Bundle['gateway'],
  configs: ReadonlyMap<string, MemoizedStep<CompiledConfig>>,
  prompts: CompiledPrompts,
  hash: Hash,
): Bundle {
  const plans = definedOf(configs, ({ plan }) => plan)
  const texts = new Map<unknown, string>()
  for (const { result } of configs.values()) if (result.plan) texts.set(result.plan, result.text)
  return seal(
    { format: 2, compiler: VERSION, gateway, plans: Object.fromEntries(plans), ...promptsOfBundle(prompts) },
    hash,
    texts,
  )
}

function definedOf<Value>(
  configs: ReadonlyMap<string, MemoizedStep<CompiledConfig>>,
  select: (config: CompiledConfig) => Value | undefined,
): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>()
  for (const [id, { result }] of configs) {
    const value = select(result)
    if (value !== undefined) found.set(id, value)
  }
  return found
}

/** Absent if there are none, so that bundles without prompts do not change. */
const promptsOfBundle = ({ prompts, partials }: CompiledPrompts): Pick<Bundle, 'prompts' | 'partials'> => ({
  ...(prompts.size > 0 && {
    prompts: Object.fromEntries(Array.from(prompts, ([id, { prompt }]) => [id, prompt])),
  }),
  ...(partials.size > 0 && { partials: Object.fromEntries(partials) }),
})
