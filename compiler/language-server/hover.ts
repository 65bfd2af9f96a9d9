// What is shown at a value: the description of its property, and its consequence.

import { pluralize } from '../../schemas/values/format-names.ts'
import { asList, asObject, asText } from '../../schemas/values/json.ts'
import { type Pointer, pointerTokens } from '../../schemas/values/pointer.ts'
import { flowsOfPlan, mergeFlows } from '../analyse/flows/plan-flows.ts'
import { mask } from '../diagnostics/mask.ts'
import { parseModelSlug } from '../facts/model-slug.ts'
import type { ParsedSource, SourceSpan } from '../source.ts'
import { formatCarried, formatWay } from '../validate/flows/format-flow.ts'
import { consequencesOfConfig } from './hover-config.ts'
import { fileNamed, nameAt, type Occurrence, occurrencesOf } from './names.ts'
import { manifestOf, type ProjectFile, type ProjectView } from './project-view.ts'
import { descriptionAt, valueAt } from './schema-at.ts'
import { providerOfSlug } from './words.ts'

interface Hover {
  /** Short Markdown; likely secrets are masked. */
  readonly markdown: string
  readonly start: number
  readonly end: number
}

/** Undefined where nothing is known. */
export function hoverAt(project: ProjectView, file: ProjectFile, offset: number): Hover | undefined {
  const parsed = file.parsed()
  const name = nameAt(project, file, offset)
  const at = parsed && locateValue(parsed, file.source.name, offset)
  if (at === undefined)
    return name === undefined ? undefined : shown(consequencesOfName(project, file, name), name.span)
  const property = propertyOf(at.path)
  const description = descriptionAt(project.schemaOf(file.kind), at.path)
  const lines = [
    ...(property === undefined
      ? []
      : [`**${property}**${description === undefined ? '' : `: ${description}`}`]),
    ...(name === undefined ? [] : consequencesOfName(project, file, name)),
    ...(file.kind === 'config' ? consequencesOfConfig(project, file, at.path) : []),
    ...(file.kind === 'manifest' ? consequencesOfManifest(project, at.path) : []),
  ]
  // Of an object, only its name is marked.
  const { key, value } = parsed?.origins.get(at.pointer) ?? {}
  const span = at.part === 'key' ? (key ?? at.span) : (value ?? at.span)
  return shown(lines, span)
}

function shown(
  lines: readonly string[],
  { start, end }: { readonly start: number; readonly end: number },
): Hover | undefined {
  const markdown = mask([...new Set(lines)].join('\n\n'))
  return markdown === '' ? undefined : { markdown, start, end }
}

/** The name of the property that a value belongs to, which items of a list have from the list. */
const propertyOf = (path: readonly string[]): string | undefined =>
  path.findLast(token => !/^\d+$/.test(token))

// The value of a file at an offset: the innermost one whose text has it.

interface LocatedValue {
  readonly pointer: Pointer
  readonly path: readonly string[]
  readonly part: 'key' | 'value'
  /** The text of the key or value. */
  readonly span: SourceSpan
}

/** Undefined outside of every value. `name`: the file of the offset, which a TypeScript config may have imported. */
function locateValue(parsed: ParsedSource, name: string, offset: number): LocatedValue | undefined {
  let found: LocatedValue | undefined
  const consider = (pointer: Pointer, part: 'key' | 'value', span: SourceSpan | undefined): void => {
    if (span === undefined || (span.source ?? parsed.source).name !== name) return
    if (offset < span.start || offset > span.end) return
    const isSmaller = found === undefined || span.end - span.start <= found.span.end - found.span.start
    if (isSmaller) found = { pointer, path: [], part, span }
  }
  for (const [pointer, { key, value }] of parsed.origins) {
    consider(pointer, 'value', value)
    consider(pointer, 'key', key)
  }
  return found && { ...found, path: [...pointerTokens(found.pointer)] }
}

/** What a name refers to, as lines of Markdown: its definition in a sentence, and how often it is used. */
function consequencesOfName(project: ProjectView, file: ProjectFile, name: Occurrence): readonly string[] {
  return [...definitionLines(project, name), ...(name.isDefinition ? usesOf(project, file, name) : [])]
}

function definitionLines(project: ProjectView, name: Occurrence): readonly string[] {
  const manifest = asObject(manifestOf(project)?.lastParsed()?.value)
  switch (name.kind) {
    case 'provider': {
      const provider = providerOfSlug(project, name.name)
      return [
        `\`@${name.name}\`: ${provider === undefined ? 'a provider of the store' : `stored provider of ${provider}`}.`,
      ]
    }
    case 'guardrail': {
      const checks = asList(asObject(asObject(manifest['guardrails'])[name.name])['checks'])
      const ids = checks.flatMap(check => asText(asObject(check)['id']) ?? [])
      return ids.length === 0 ? [] : [`Guardrail with ${ids.map(id => `\`${id}\``).join(', ')}.`]
    }
    case 'check': {
      const check = project.catalog.check(name.name)
      return check === undefined ? [] : [`\`${name.name}\`: ${check.description}`]
    }
    case 'prompt':
    case 'partial':
    case 'config': {
      const named = fileNamed(project, name)
      return named === undefined ? [] : [`In \`${named.source.name}\`.`]
    }
    case 'caller':
    case 'target':
      return []
  }
}

function usesOf(project: ProjectView, { source }: ProjectFile, name: Occurrence): readonly string[] {
  const uses = occurrencesOf(project, name).filter(each => !each.isDefinition)
  const files = new Set(uses.map(each => each.source.name))
  if (uses.length === 0) return ['No file of the project uses it.']
  const where = files.size === 1 && files.has(source.name) ? '' : ` in ${pluralize(files.size, 'file')}`
  return [`Used ${pluralize(uses.length, 'time')}${where}.`]
}

const MAX_LISTED = 6

/** The hosts that the secrets of a stored provider reach, and what an alias costs, as lines of Markdown. */
function consequencesOfManifest(project: ProjectView, path: readonly string[]): readonly string[] {
  const [section, name] = path
  if (section === 'providers' && name !== undefined) return secretLines(project, name)
  const alias = path.at(-2) === 'aliases' ? valueAt(manifestOf(project)?.parsed()?.value, path) : undefined
  const parts = parseModelSlug(alias)
  const provider = parts && providerOfSlug(project, parts.slug)
  const price =
    parts && provider !== undefined ? project.models.priceOf(provider, parts.model, parts.slug) : undefined
  return price === undefined ? [] : [price]
}

/** The hosts that its secrets reach in all configs without errors. */
function secretLines({ gateway, plans, catalog }: ProjectView, slug: string): readonly string[] {
  if (gateway === undefined) return []
  const lines = new Set<string>()
  for (const plan of plans.values())
    for (const flow of mergeFlows(flowsOfPlan(plan, gateway, catalog)))
      if (flow.carried.kind === 'secret' && flow.carried.slug === slug && flow.opening === undefined)
        lines.add(`\`${formatCarried(flow.carried)}\` reaches ${formatWay(flow)}.`)
  return [...lines].slice(0, MAX_LISTED)
}
