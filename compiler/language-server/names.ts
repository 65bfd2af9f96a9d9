// The names in the files of a project: where each is defined, and where it is used.
import type { Json } from '../../schemas/values/json.ts'
import { pointerTokens } from '../../schemas/values/pointer.ts'
import type { Source, SourceSpan } from '../source.ts'
import { slugsOfProviders } from '../validate/nodes/manifest-parts.ts'
import { manifestOf, type ProjectFile, type ProjectView } from './project-view.ts'
import { type Role, roleAt, targetPathOf } from './roles.ts'
import { valueAt } from './schema-at.ts'
import { slugIn } from './words.ts'

/** The kinds of things that have names. A config, prompt or partial is named by its file. */
export type NamedKind =
  | 'caller'
  | 'check'
  | 'config'
  | 'guardrail'
  | 'partial'
  | 'prompt'
  | 'provider'
  | 'target'

export interface Name {
  readonly kind: NamedKind
  readonly name: string
  /** Of a target: its file and the strategy that can name it. */
  readonly scope: string
}

/** A place where a name is written. */
export interface Occurrence extends Name {
  readonly source: Source
  readonly span: Pick<SourceSpan, 'start' | 'end'>
  readonly isDefinition: boolean
  /** Whether the text of the span is the name, so that it can be replaced. */
  readonly isWritten: boolean
}

const KINDS: { readonly [role in Role]?: NamedKind } = {
  alias: 'provider',
  callee: 'provider',
  caller: 'caller',
  check: 'check',
  config: 'config',
  guardrail: 'guardrail',
  model: 'provider',
  prompt: 'prompt',
  provider: 'provider',
  slug: 'provider',
  target: 'target',
}

export const isSameName = (one: Name, other: Name): boolean =>
  one.kind === other.kind && one.name === other.name && one.scope === other.scope

/** The names of one file, in the order of its values. */
export function namesIn(project: ProjectView, file: ProjectFile): readonly Occurrence[] {
  const parsed = file.parsed()
  const found: Occurrence[] = []
  if (file.kind === 'prompt' || file.kind === 'partial') found.push(...partialsIn(file.source))
  if (parsed === undefined) return found
  const slugs = definedSlugs(project)
  for (const [pointer, { key, value, use }] of parsed.origins) {
    const path = pointerTokens(pointer)
    const last = path.at(-1)
    const add = (text: string, span: SourceSpan, part: 'key' | 'value'): void => {
      const name = nameOf(text, roleAt(file.kind, path, part)?.role, slugs, file, path)
      if (name === undefined) return
      const isDefinition = roleAt(file.kind, path, part)?.defines === true
      found.push({
        ...name,
        isDefinition,
        ...placeOf(name.name, span, span.source ?? file.source, use !== undefined),
      })
    }
    if (key !== undefined && last !== undefined) add(last, key, 'key')
    const text = stringAt(parsed.value, path)
    if (text !== undefined) add(text, value, 'value')
  }
  return found
}

const stringAt = (value: Json, path: readonly string[]): string | undefined => {
  const found = valueAt(value, path)
  return typeof found === 'string' ? found : undefined
}

/** What a string names: by its role, or by its form, since `@slug` is a stored provider wherever it is written. */
function nameOf(
  text: string,
  role: Role | undefined,
  slugs: ReadonlySet<string>,
  file: ProjectFile,
  path: readonly string[],
): Name | undefined {
  // A member is written without its pool, of which it is a stored provider.
  const member = role === 'slug' && path[2] === 'pool' ? `${path[1]}.${text}` : ''
  if (slugs.has(member)) return { kind: 'provider', name: member, scope: '' }
  const slug = slugIn(text)
  if (slug !== undefined && slugs.has(slug)) return { kind: 'provider', name: slug, scope: '' }
  const kind = role && KINDS[role]
  if (kind === undefined) return undefined
  if (kind === 'provider') {
    const isStored = role === 'slug' && slugs.has(text)
    return isStored ? { kind, name: text, scope: '' } : undefined
  }
  if (kind !== 'target') return { kind, name: text, scope: '' }
  const target = targetPathOf(path)
  // A target has its name beside its strategy; those that are named are below.
  const strategy = path.at(-1) === 'name' ? target.slice(0, -2) : target
  return { kind, name: text, scope: [file.source.name, ...strategy].join(' ') }
}

function placeOf(
  name: string,
  span: SourceSpan,
  source: Source,
  isUsedElsewhere: boolean,
): Pick<Occurrence, 'isWritten' | 'source' | 'span'> {
  const at = source.text.slice(span.start, span.end).indexOf(name)
  if (at < 0 || isUsedElsewhere)
    return { source, span: { start: span.start, end: span.end }, isWritten: false }
  const start = span.start + at
  return { source, span: { start, end: start + name.length }, isWritten: true }
}

const PARTIAL = /\{\{>\s*([\w-]+)/g

const partialsIn = (source: Source): readonly Occurrence[] =>
  Array.from(source.text.matchAll(PARTIAL), ({ 0: tag, 1: name = '', index }) => ({
    kind: 'partial' as const,
    name,
    scope: '',
    source,
    span: { start: index + tag.length - name.length, end: index + tag.length },
    isDefinition: false,
    isWritten: true,
  }))

function definedSlugs(project: ProjectView): ReadonlySet<string> {
  return new Set([
    ...slugsOfProviders(manifestOf(project)?.lastParsed()?.value ?? null),
    ...(project.gateway?.external ?? []),
  ])
}

/** The name at an offset of a file. */
export const nameAt = (project: ProjectView, file: ProjectFile, offset: number): Occurrence | undefined =>
  namesIn(project, file).find(
    ({ source, span }) => source.name === file.source.name && span.start <= offset && offset <= span.end,
  )

/** Every place of the project where a name is written; a file that defines one by its own name is not among them. */
export const occurrencesOf = (
  project: ProjectView,
  name: Name,
  isSearched: (file: ProjectFile) => boolean = () => true,
): readonly Occurrence[] =>
  [...project.files.values()]
    .filter(file => isSearched(file) && (name.kind !== 'target' || isOfFile(name, file)))
    .flatMap(file => namesIn(project, file).filter(each => isSameName(each, name)))

const isOfFile = ({ scope }: Name, { source: { name } }: ProjectFile): boolean =>
  scope === name || scope.startsWith(`${name} `)

/** Names that no file has are defined by the manifest, and those of targets in their config. */
export const definitionsIn = (project: ProjectView, name: Name): readonly Occurrence[] =>
  occurrencesOf(project, name, ({ kind }) => kind === 'manifest' || name.kind === 'target').filter(
    each => each.isDefinition,
  )

/** The kinds of names that are the names of files. */
const FILE_KINDS = { config: 'config', prompt: 'prompt', partial: 'partial' } as const

/** The file that defines a name by its own name. */
export function fileNamed(project: ProjectView, { kind, name }: Name): ProjectFile | undefined {
  const fileKind = kind in FILE_KINDS ? FILE_KINDS[kind as keyof typeof FILE_KINDS] : undefined
  return [...project.files.values()].find(file => file.kind === fileKind && file.id === name)
}

/** The number of uses of every name of the project, counted once. */
export function countNames(project: ProjectView): (name: Name) => number {
  const keyOf = ({ kind, name, scope }: Name): string => JSON.stringify([kind, name, scope])
  const counts = new Map<string, number>()
  for (const file of project.files.values())
    for (const each of namesIn(project, file))
      if (!each.isDefinition) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1)
  return name => counts.get(keyOf(name)) ?? 0
}
