// The plans that `print` and `analyse` show: of projects, of standalone configs, or of a compiled plan.
import { join, relative, resolve } from 'node:path'
import type { Gateway, Plan, PlanPrompt } from '../../schemas/generated/types.ts'
import { quoteName } from '../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../schemas/values/suggest.ts'
import type { ChatCatalog } from '../analyse/capabilities.ts'
import type { FlowCatalog } from '../analyse/flows/target-flows.ts'
import type { CallsService } from '../analyse/guard-time.ts'
import type { DiagnosticCode } from '../diagnostics/messages.ts'
import { decodeBundle } from '../plan/decode.ts'
import type { Source } from '../source.ts'
import { callsServiceBy } from '../validate/calls-service.ts'
import { cliCatalog } from './cli-catalog.ts'
import { EXIT, usageError } from './command.ts'
import { compileGroups, countConfigs, diagnosticsOf, sha256 } from './compile-groups.ts'
import { readFileText } from './files/read-file-text.ts'
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
}

/** What forbids to use a config, and not to look at its plan. */
const PROMISES: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'budget-exceeded',
  'budget-not-decided',
  'flow-not-allowed',
  'flow-not-decided',
])

/** All plans, or that of the config `wanted`; or the exit code after errors were printed. */
export async function loadPlans(
  paths: readonly string[],
  wanted: unknown,
  command: string,
  terminal: Terminal,
): Promise<readonly LoadedPlan[] | number> {
  const plans = paths.some(path => path.endsWith('.plan.json'))
    ? plansFromBundle(paths, command, terminal)
    : await plansFromSources(paths, command, terminal)
  if (typeof plans === 'number' || typeof wanted !== 'string') return plans
  const found = plans.filter(({ id }) => id === wanted)
  if (found.length > 0) return found
  const near = didYouMean(
    suggest(
      wanted,
      plans.map(({ id }) => id),
    ),
  )
  return usageError(terminal, `Unknown config ${quoteName(wanted)}.${near}`, command)
}

async function plansFromSources(
  patterns: readonly string[],
  command: string,
  terminal: Terminal,
): Promise<readonly LoadedPlan[] | number> {
  const groups = await compileGroups(patterns, command, terminal)
  if (typeof groups === 'number') return groups
  const errors = diagnosticsOf(groups).filter(
    ({ severity, code }) => severity === 'error' && !PROMISES.has(code),
  )
  if (errors.length > 0) {
    printDiagnostics(errors, countConfigs(groups), 'pretty', terminal)
    return EXIT.findings
  }
  const displayName = (root: string, id: string): string =>
    groups.length === 1 ? id : join(relative(terminal.folder, root), id)
  const catalog = cliCatalog()
  const callsService = callsServiceBy(catalog)
  return groups.flatMap(({ root, plans, gateway, prompts, parsed, parts }) =>
    gateway === undefined
      ? []
      : [...plans].map(([id, plan]) => ({
          id: displayName(root, id),
          ...sourcesOf(parsed.get(id)?.source ?? { name: id, text: '' }, parts.manifest, terminal.folder),
          plan,
          gateway,
          callsService,
          chats: catalog,
          catalog,
          prompts: Object.fromEntries(Array.from(prompts.prompts, ([name, { prompt }]) => [name, prompt])),
        })),
  )
}

const sourcesOf = (
  source: Source,
  manifest: string | undefined,
  folder: string,
): Pick<LoadedPlan, 'source' | 'manifest'> => ({
  source,
  manifest: manifest === undefined ? source : { name: relative(folder, manifest), text: '' },
})

function plansFromBundle(
  paths: readonly string[],
  command: string,
  terminal: Terminal,
): readonly LoadedPlan[] | number {
  const [path = '', ...others] = paths
  if (others.length > 0) return usageError(terminal, 'Name only one compiled plan.', command)
  const { text, fault } = readFileText(resolve(terminal.folder, path))
  const { bundle, errors } =
    text === undefined ? { errors: [fault], bundle: undefined } : decodeBundle(text, sha256)
  if (bundle !== undefined) {
    const catalog = cliCatalog()
    return Object.entries(bundle.plans).map(([id, plan]) => ({
      id,
      source: { name: path, text: '' },
      manifest: { name: path, text: '' },
      plan,
      gateway: bundle.gateway,
      callsService: callsServiceBy(catalog),
      chats: catalog,
      catalog,
      prompts: bundle.prompts ?? {},
    }))
  }
  for (const each of errors) terminal.writeStderr(`${path}: ${each}`)
  return EXIT.findings
}
