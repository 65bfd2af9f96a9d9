// The words that a value may have by its role: names that the project, the catalog and the tests have.
import { queryOperators } from '../../schemas/generated/facts.ts'
import { asObject, asText, type Json } from '../../schemas/values/json.ts'
import { formatPointer, pointerTokens } from '../../schemas/values/pointer.ts'
import { parseModelSlug } from '../facts/model-slug.ts'
import { walkPlan } from '../plan/walk-plan.ts'
import { slugsOfProviders } from '../validate/nodes/manifest-parts.ts'
import { filesOf, manifestOf, type ProjectFile, type ProjectView } from './project-view.ts'
import { type Role, targetPathOf } from './roles.ts'
import { valueAt } from './schema-at.ts'

export interface Word {
  readonly text: string
  /** What it is, in a few words. */
  readonly detail: string
}

const wordsOf = (texts: Iterable<string>, detail: string): readonly Word[] =>
  Array.from(new Set(texts), text => ({ text, detail }))

/** `path`: of the value in the file. */
export function wordsFor(
  role: Role,
  project: ProjectView,
  file: ProjectFile,
  path: readonly string[],
): readonly Word[] {
  switch (role) {
    case 'slug':
      return slugs(project)
    case 'listed':
      return wordsOf(project.catalog.providerNames, 'provider of the catalog')
    case 'provider':
      return [...slugs(project), ...wordsOf(project.catalog.providerNames, 'provider of the catalog')]
    case 'model':
      return modelsOf(project, file, path)
    case 'alias':
      return slugModels(project)
    case 'target':
      return targetNames(file, path)
    case 'guardrail':
      return wordsOf(namesIn(project, 'guardrails'), 'guardrail')
    case 'prompt':
      return wordsOf(
        filesOf(project, 'prompt').map(({ id }) => id),
        'prompt',
      )
    case 'config':
      return wordsOf(
        filesOf(project, 'config').map(({ id }) => id),
        'config',
      )
    case 'check':
      return wordsOf(project.catalog.checkNames, 'check')
    case 'caller':
      return wordsOf(
        (project.gateway?.apiKeys ?? []).map(({ id }) => id),
        'API key',
      )
    case 'callee':
      return [...slugs(project), ...calledTargets(project, file), { text: '*', detail: 'all others' }]
    case 'metadata':
      return wordsOf(metadataKeys(project), 'metadata in conditions and tests')
    case 'fields':
      return /^(?:metadata|params|url)\./.test(path.at(-1) ?? '')
        ? wordsOf(queryOperators, 'operator')
        : queryFields(project)
  }
}

const queryFields = (project: ProjectView): readonly Word[] => [
  ...wordsOf(
    [...metadataKeys(project)].map(key => `metadata.${key}`),
    'metadata in conditions and tests',
  ),
  { text: 'params.model', detail: 'model of the request' },
  { text: 'url.pathname', detail: 'path of the request' },
  ...wordsOf(['$and', '$or'], 'operator'),
]

/** The names that the manifest defines in one of its objects, whether it has errors or not. */
const namesIn = (project: ProjectView, property: 'guardrails' | 'providers'): readonly string[] => {
  const manifest = manifestOf(project)?.lastParsed()?.value ?? null
  return property === 'providers'
    ? slugsOfProviders(manifest)
    : Object.keys(asObject(asObject(manifest)[property]))
}

const slugs = (project: ProjectView): readonly Word[] => [
  ...wordsOf(
    namesIn(project, 'providers').map(slug => `@${slug}`),
    'stored provider',
  ),
  ...wordsOf(
    (project.gateway?.external ?? []).map(slug => `@${slug}`),
    'provider of the store',
  ),
]

/** The provider of a slug, by its identifier in the catalog. */
export function providerOfSlug(project: ProjectView, slug: string): string | undefined {
  const providers = asObject(asObject(manifestOf(project)?.lastParsed()?.value)['providers'])
  // A member is written in its pool, and a pool has the models of its first member.
  const [owner, memberName] = Object.hasOwn(providers, slug) ? [slug] : slug.split(/\.(?=[^.]*$)/)
  const stored = asObject(providers[owner ?? ''])
  const members = asObject(asObject(stored['pool'])['members'])
  const member = memberName === undefined ? Object.values(members)[0] : members[memberName]
  const name = asText(stored['provider']) ?? asText(asObject(member)['provider'])
  if (name?.startsWith('@') === true && name !== `@${slug}`) return providerOfSlug(project, name.slice(1))
  return name === undefined ? undefined : project.catalog.provider(name)?.id
}

/** The provider that a target of a config names, or inherits. */
export function providerAt(
  project: ProjectView,
  value: Json | undefined,
  path: readonly string[],
): { readonly provider: string; readonly slug: string | undefined } | undefined {
  for (let target = targetPathOf(path); ; target = target.slice(0, -2)) {
    const named = asText(asObject(valueAt(value, target))['provider'])
    if (named !== undefined) {
      const slug = named.startsWith('@') ? named.slice(1) : undefined
      const provider =
        slug === undefined ? project.catalog.provider(named)?.id : providerOfSlug(project, slug)
      return provider === undefined ? undefined : { provider, slug }
    }
    if (target.length === 0) return undefined
  }
}

function modelsOf(project: ProjectView, file: ProjectFile, path: readonly string[]): readonly Word[] {
  const provider =
    file.kind === 'manifest'
      ? providerOfMember(project, path)
      : providerAt(project, file.lastParsed()?.value, path)?.provider
  return provider === undefined
    ? slugModels(project)
    : wordsOf(project.models.namesOf(provider), `model of ${provider}`)
}

/** Of the member whose name of a model is at the path of a manifest. */
const providerOfMember = (
  project: ProjectView,
  [, pool, , , , member]: readonly string[],
): string | undefined => (member === undefined ? undefined : providerOfSlug(project, `${pool}.${member}`))

const slugModels = (project: ProjectView): readonly Word[] =>
  namesIn(project, 'providers').flatMap(slug => {
    const provider = providerOfSlug(project, slug)
    if (provider === undefined) return []
    return wordsOf(
      project.models.namesOf(provider).map(model => `@${slug}/${model}`),
      `model of ${provider}`,
    )
  })

/** The targets that a strategy can name: those beside it. */
function targetNames(file: ProjectFile, path: readonly string[]): readonly Word[] {
  const targets = valueAt(file.lastParsed()?.value, [...targetPathOf(path), 'targets'])
  if (!Array.isArray(targets)) return []
  return wordsOf(
    targets.flatMap(target => asText(asObject(target)['name']) ?? []),
    'target',
  )
}

function calledTargets(project: ProjectView, file: ProjectFile): readonly Word[] {
  const named = asText(asObject(file.lastParsed()?.value)['config']) ?? file.id
  const plan = project.plans.get(named)
  if (plan === undefined) return []
  const paths = walkPlan(plan).flatMap(({ node, pointer }) =>
    node.kind === 'call' ? [pointer === '' ? 'config' : `config.${formatPointer(pointer)}`] : [],
  )
  return wordsOf(paths, `target of ${named}`)
}

const CONDITION = /^metadata\.(.+)$/

/** Keys that conditions read, and that tests send. */
function metadataKeys(project: ProjectView): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const file of project.files.values()) {
    const parsed = file.kind === 'config' || file.kind === 'config-test' ? file.lastParsed() : undefined
    if (parsed === undefined) continue
    for (const pointer of parsed.origins.keys()) {
      if (!pointer.includes('metadata')) continue
      const tokens = pointerTokens(pointer)
      const condition = CONDITION.exec(tokens.at(-1) ?? '')?.[1]
      if (condition !== undefined) keys.add(condition)
      if (file.kind === 'config-test' && tokens.at(-2) === 'metadata') keys.add(tokens.at(-1) ?? '')
    }
  }
  return keys
}

/** The slug in `@slug` or `@slug/model`; undefined for any other text. */
export const slugIn = (text: string): string | undefined =>
  parseModelSlug(text)?.slug ?? (/^@[^/\s]+$/.test(text) ? text.slice(1) : undefined)
