// The view of a project that the features of an editor work on, from a compilation. Values of files are read when a feature
// asks for them, and remembered as long as their inputs are the same.
import { createPriceList, type PriceList } from '../../../runtime/providers/model-prices.ts'
import { models, pricedLike } from '../../../schemas/generated/models.ts'
import type { Gateway, Plan, PlanPrice } from '../../../schemas/generated/types.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { analyseFailures, type FailureTable } from '../../analyse/failure-table.ts'
import { mergeRows } from '../../analyse/merge-rows.ts'
import { canonicalConfig, canonicalManifest, spellingOf } from '../../facts/canonical-names.ts'
import type { FileKind, ModelNames, ProjectFile, ProjectView } from '../../language-server/project-view.ts'
import type { JsonSchema } from '../../language-server/schema-at.ts'
import type { SourceInput } from '../../project-input.ts'
import {
  formatNext,
  formatOutcomes,
  formatReply,
  formatRetries,
  formatTarget,
} from '../../report/format-outcomes.ts'
import type { ParsedSource } from '../../source.ts'
import type { CompiledGroup } from '../compile-groups.ts'
import { priceOrigin } from '../prices/format-prices.ts'

/** A test file, and the config that it is named after. */
export interface TestInput {
  readonly stem: string
  readonly input: SourceInput
}

/** What a view shows of a compilation. */
export type ViewedCompilation = Pick<
  CompiledGroup,
  'input' | 'gateway' | 'plans' | 'parsed' | 'prompts' | 'catalog'
>

type MakeView = (compiled: ViewedCompilation, tests: readonly TestInput[]) => ProjectView

/** `schemaText`: the JSON Schema of a kind of file. */
export function createViews(now: () => number, schemaText: (kind: FileKind) => string): MakeView {
  const schemas = new Map<FileKind, JsonSchema>()
  const read = new WeakMap<SourceInput, { readonly parsed: ParsedSource | undefined }>()
  /** The last value of each file that could be read, by its name. */
  const last = new Map<string, ParsedSource>()
  const schemaOf = (kind: FileKind): JsonSchema => {
    const known = schemas.get(kind) ?? (JSON.parse(schemaText(kind)) as JsonSchema)
    schemas.set(kind, known)
    return known
  }
  return (compiled, tests) => {
    const { input, gateway, plans, prompts, catalog } = compiled
    const failuresOf = createFailureLines(gateway)
    const spelling = spellingOf(input.manifest?.read(input.manifest.source, () => {})?.value)
    const files = new Map<string, ProjectFile>()
    const add = (kind: FileKind, id: string, file: SourceInput, known?: ParsedSource): void => {
      const { source } = file
      const parsed = (): ParsedSource | undefined => {
        const before = read.get(file)
        if (before !== undefined) return before.parsed
        const value =
          known ??
          canonical(
            kind,
            file.read(source, () => {}),
            spelling,
          )
        read.set(file, { parsed: value })
        if (value !== undefined) last.set(source.name, value)
        return value
      }
      files.set(source.name, {
        source,
        read: file.read,
        kind,
        id,
        parsed,
        lastParsed: () => parsed() ?? last.get(source.name),
      })
    }
    if (input.manifest) add('manifest', '', input.manifest)
    for (const [id, file] of input.configs) add('config', id, file, compiled.parsed.get(id))
    for (const [id, file] of input.prompts?.prompts ?? [])
      add('prompt', id, file, prompts.prompts.get(id)?.parsed)
    for (const [id, file] of input.prompts?.partials ?? []) add('partial', id, file)
    for (const { stem, input: file } of tests) add('config-test', stem, file)
    return {
      files,
      gateway,
      plans,
      prompts,
      catalog,
      schemaOf,
      failuresOf,
      models: createModelNames(gateway?.prices ?? [], now),
    }
  }
}

function canonical(
  kind: FileKind,
  parsed: ParsedSource | undefined,
  spelling: ReturnType<typeof spellingOf>,
): ParsedSource | undefined {
  if (parsed === undefined) return undefined
  if (kind === 'config') return canonicalConfig(parsed, spelling)
  return kind === 'manifest' ? canonicalManifest(parsed) : parsed
}

// What editors show of models: their names at a provider, and what they cost.

/** `own`: the prices of the manifest. `now`: milliseconds since 1970. */
function createModelNames(own: readonly PlanPrice[], now: () => number): ModelNames {
  let list: PriceList | undefined
  return {
    namesOf: provider => {
      const hosts = Object.hasOwn(models, provider) ? [provider] : (pricedLike[provider] ?? [])
      const listed = hosts.flatMap(host =>
        (models[host] ?? []).flatMap(({ id, hidden }) => (hidden === true ? [] : [id])),
      )
      const written = own.flatMap(price =>
        price.provider === provider && !price.model.endsWith('*') ? [price.model] : [],
      )
      return [...new Set([...written, ...listed])]
    },
    priceOf: (provider, model, slug) => {
      list ??= createPriceList(own)
      const found = list.explain(provider, model, now(), slug)
      if (typeof found === 'string') return undefined
      const { input, output } = found.table
      const rates = [
        ...(input === undefined ? [] : [`$${input} for input`]),
        ...(output === undefined ? [] : [`$${output} for output`]),
      ]
      if (rates.length === 0) return undefined
      return `Price per million tokens: ${rates.join(', ')} (${priceOrigin(found)}).`
    },
  }
}

// The rows of the failure table of a target, as the lines of a table in Markdown.

const HEADER = '| after | retried | then | client gets in the end |\n|---|---|---|---|'
const MAX_ROWS = 8

/** Of the first route to the target; the table of a plan is computed once. */
function createFailureLines(
  gateway: Gateway | undefined,
): (plan: Plan, pointer: Pointer) => readonly string[] {
  const tables = new WeakMap<Plan, FailureTable>()
  return (plan, pointer) => {
    const table = tables.get(plan) ?? analyseFailures(plan, gateway)
    tables.set(plan, table)
    const route = table.routes.find(each => each.pointer === pointer)
    if (route === undefined) return []
    const rows = mergeRows(route.rows)
      .slice(0, MAX_ROWS)
      .map(merged => {
        const cells = [
          formatOutcomes(merged),
          formatRetries(merged.row),
          formatNext(merged.row),
          formatReply(merged),
        ]
        return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
      })
    return [`After failures of \`${formatTarget(pointer)}\`:`, [HEADER, ...rows].join('\n')]
  }
}
