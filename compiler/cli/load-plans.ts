// The plans that `print`, `analyse` and `graph` show: of projects, of standalone configs, or of a compiled plan.
import { join, relative, resolve } from 'node:path'
import type { FlowRule, Gateway, Plan, PlanPrompt } from '../../schemas/generated/types.ts'
import { quoteName } from '../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../schemas/values/suggest.ts'
import type { ChatCatalog } from '../analyse/capabilities.ts'
import type { FlowCatalog } from '../analyse/flows/target-flows.ts'
import { type CallsService, callsServiceBy } from '../analyse/guard-time.ts'
import type { CompiledPrompts } from '../compile-prompts.ts'
import type { DiagnosticCode } from '../diagnostics/messages.ts'
import { decodeBundle } from '../plan/decode.ts'
import type { MonthBudget } from '../recompile-project.ts'
import type { Source } from '../source.ts'
import { cliCatalog } from './cli-catalog.ts'
import { EXIT, usageError } from './command.ts'
import { type CompileMemory, compileGroups, countConfigs, diagnosticsOf, sha256 } from './compile-groups.ts'
import { readFileText } from './files/read-file.ts'
import type { Findings } from './formats/format.ts'
import type { ChosenFormat } from './formats/formats.ts'
import { printDiagnostics } from './print-diagnostics.ts'
import type { Terminal } from './terminal.ts'

export interface LoadedPlan {
  /** The config's identifier, prefixed with the project's folder if there are several projects. */
  readonly id: string
  /** The config, or the compiled plan without its text. */
  readonly source: Source
  /** The manifest, in the same way; that of a standalone config is the config. */
  readonly manifest: Source
  readonly plan: Plan
  readonly gateway: Gateway
  readonly callsService: CallsService
  readonly chats: ChatCatalog
  readonly catalog: FlowCatalog
  readonly prompts: Readonly<Record<string, PlanPrompt>>
  readonly partials: Readonly<Record<string, string>>
  /** The manifest's rules about flows; a compiled plan has none. */
  readonly flows: readonly FlowRule[]
}

/** What forbids to use a config, and not to look at its plan. */
const PROMISES: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'budget-exceeded',
  'budget-not-decided',
  'flow-not-allowed',
  'flow-not-decided',
])

export interface LoadedPlans extends Findings {
  readonly plans: readonly LoadedPlan[]
  /** Of the bundle, where all of one project was compiled without errors. */
  readonly digest?: string
  /** Of one project, where its manifest has it; a compiled plan has none. */
  readonly month?: MonthBudget
  /** What plans repeat of the only project, which need not have any. */
  readonly project?: Pick<LoadedPlan, 'manifest' | 'gateway' | 'prompts'>
}

/** What commands that show plans say of a project without any. */
export const NO_CONFIGS = 'There are no configs.'

export interface PlanRequest {
  readonly paths: readonly string[]
  /** The identifier of the only config that is wanted, as the user wrote it. */
  readonly wanted?: unknown
  readonly command: string
  readonly format: ChosenFormat
  /** Prints errors that are in the way, in the place of the usual way. */
  readonly printErrors?: ((findings: Findings) => void) | undefined
  /** What the command compiles again afterwards. */
  readonly memory?: CompileMemory | undefined
}

/** All plans, or that of one config, with the findings about them; or the exit code after errors were printed. */
export async function loadPlans(request: PlanRequest, terminal: Terminal): Promise<LoadedPlans | number> {
  const { paths, wanted, command } = request
  const loaded = paths.some(path => path.endsWith('.plan.json'))
    ? plansFromBundle(request, terminal)
    : await plansFromSources(request, terminal)
  if (typeof loaded === 'number' || typeof wanted !== 'string') return loaded
  const plans = loaded.plans.filter(({ id }) => id === wanted)
  const names = new Set(plans.map(({ source }) => source.name))
  const diagnostics = loaded.diagnostics.filter(({ location }) => names.has(location.source.name))
  if (plans.length > 0) return { plans, diagnostics, configs: plans.length }
  const near = didYouMean(
    suggest(
      wanted,
      loaded.plans.map(({ id }) => id),
    ),
  )
  return usageError(terminal, `Unknown config ${quoteName(wanted)}.${near}`, command)
}

async function plansFromSources(
  { paths, command, format: { form, findings }, printErrors, memory }: PlanRequest,
  terminal: Terminal,
): Promise<LoadedPlans | number> {
  const groups = await compileGroups(paths, command, terminal, memory)
  if (typeof groups === 'number') return groups
  const diagnostics = diagnosticsOf(groups)
  const configs = countConfigs(groups)
  const errors = diagnostics.filter(({ severity, code }) => severity === 'error' && !PROMISES.has(code))
  if (errors.length > 0) {
    // Beside what is shown, warnings are not printed: they are not in the way.
    if (printErrors !== undefined) printErrors({ diagnostics: errors, configs })
    else printDiagnostics(form === undefined ? diagnostics : errors, configs, findings, terminal)
    return EXIT.findings
  }
  const displayName = (root: string, id: string): string =>
    groups.length === 1 ? id : join(relative(terminal.folder, root), id)
  const catalog = cliCatalog()
  const callsService = callsServiceBy(catalog)
  const plans = groups.flatMap(({ root, plans: compiled, gateway, flows, prompts, parsed, parts }) =>
    gateway === undefined
      ? []
      : [...compiled].map(([id, plan]) => ({
          id: displayName(root, id),
          ...sourcesOf(parsed.get(id)?.source ?? { name: id, text: '' }, parts.manifest),
          plan,
          gateway,
          callsService,
          chats: catalog,
          catalog,
          flows,
          prompts: promptsOf(prompts),
          partials: Object.fromEntries(prompts.partials),
        })),
  )
  const [only, ...others] = groups
  const digest = others.length === 0 && only?.isWhole === true ? only.bundle?.digest : undefined
  const project =
    others.length > 0 || only?.gateway === undefined
      ? undefined
      : {
          manifest: { name: only.parts.manifest ?? '', text: '' },
          ...{ gateway: only.gateway, prompts: promptsOf(only.prompts) },
        }
  return {
    ...{ plans, diagnostics, configs },
    ...(digest === undefined ? {} : { digest }),
    ...(project && { project }),
    ...(others.length === 0 && only?.month !== undefined && { month: only.month }),
  }
}

const promptsOf = ({ prompts }: CompiledPrompts): LoadedPlan['prompts'] =>
  Object.fromEntries(Array.from(prompts, ([name, { prompt }]) => [name, prompt]))

/** Both as shown to the user. */
const sourcesOf = (
  source: Source,
  manifest: string | undefined,
): Pick<LoadedPlan, 'source' | 'manifest'> => ({
  source,
  manifest: manifest === undefined ? source : { name: manifest, text: '' },
})

function plansFromBundle({ paths, command, format }: PlanRequest, terminal: Terminal): LoadedPlans | number {
  const [path = '', ...others] = paths
  if (format.form === undefined)
    return usageError(terminal, 'Findings are about sources: name the project, not a compiled plan.', command)
  if (others.length > 0) return usageError(terminal, 'Name only one compiled plan.', command)
  const { text, fault } = readFileText(resolve(terminal.folder, path))
  const { bundle, errors } =
    text === undefined ? { errors: [fault], bundle: undefined } : decodeBundle(text, sha256)
  if (bundle !== undefined) {
    const catalog = cliCatalog()
    const source = { name: path, text: '' }
    const project = { manifest: source, gateway: bundle.gateway, prompts: bundle.prompts ?? {} }
    const plans = Object.entries(bundle.plans).map(([id, plan]) => ({
      id,
      source,
      plan,
      ...project,
      callsService: callsServiceBy(catalog),
      chats: catalog,
      catalog,
      partials: bundle.partials ?? {},
      flows: [],
    }))
    return { plans, diagnostics: [], configs: plans.length, digest: bundle.digest, project }
  }
  for (const each of errors) terminal.writeStderr(`${path}: ${each}`)
  return EXIT.findings
}
