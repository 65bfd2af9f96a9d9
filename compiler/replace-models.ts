// A project with other models in place of some that it names: in overrides of configs, aliases, prompts, and beside a stored provider
// (semantic caches, judges). Values are replaced after their source was read, so that names that a TypeScript config computes are replaced
// too; locations stay those of the text. Conditions, lists of allowed models and prices name what callers send: they stay.
import { models } from '../schemas/generated/models.ts'
import type { Gateway } from '../schemas/generated/types.ts'
import { quoteName } from '../schemas/values/format-names.ts'
import { isList, isObject, type Json, type JsonObject } from '../schemas/values/json.ts'
import { childPointer, type Pointer, pointerTokens } from '../schemas/values/pointer.ts'
import { type Diagnostic, type Location, locationOf } from './diagnostics/diagnostic.ts'
import { canonicalConfig, canonicalManifest, spellingOf } from './facts/canonical-names.ts'
import type { Catalog } from './facts/catalog.ts'
import { EVERY_NAME } from './facts/known-models.ts'
import { parseAliasedModel, parseModelSlug } from './facts/model-slug.ts'
import { storedSlugs } from './facts/pool-members.ts'
import type { ProjectInput, SourceInput } from './project-input.ts'
import type { ParsedSource } from './source.ts'

/** Both as the user writes them: a model, `@slug/model` or `provider/model`. */
export interface ModelReplacement {
  readonly from: string
  readonly to: string
}

/** What names of providers mean in the project. */
export interface ReplacementContext {
  readonly slugs: readonly string[]
  /** The identifier of the provider of a slug; undefined if it is not known. */
  readonly ofSlug: (slug: string) => string | undefined
  /** The identifier of a provider of the catalog, by any of its names. */
  readonly named: (name: string) => string | undefined
  /** Whether a provider is known to have a model of exactly this name. */
  readonly lists: (provider: string, model: string) => boolean
}

export interface ReplacedName {
  readonly location: Location
  /** Where it is named, such as `config chat`. */
  readonly by: string
  readonly written: string
  readonly becomes: string
  readonly replacement: ModelReplacement
}

/** Why a name cannot be replaced, as a sentence. */
export interface ReplacementFault {
  readonly location: Location
  readonly sentence: string
}

/** Where a name is compared, priced or allowed: it is one that callers may send, so it stays. */
export interface MentionedName {
  readonly location: Location
  readonly replacement: ModelReplacement
}

export interface ReplacedProject {
  /** Sources without the names are the same objects as before. */
  readonly input: ProjectInput
  readonly replaced: readonly ReplacedName[]
  readonly mentioned: readonly MentionedName[]
  readonly faults: readonly ReplacementFault[]
}

/** What names of providers mean in a project with this gateway. */
export function replacementContext(
  gateway: Pick<Gateway, 'providers' | 'pools' | 'external'>,
  { provider }: Pick<Catalog, 'provider'>,
): ReplacementContext {
  const { providers, pools = {}, external = [] } = gateway
  return {
    slugs: [...Object.keys(providers), ...Object.keys(pools), ...external],
    // Of a pool, that of all of its members.
    ofSlug: slug => {
      const [provider, ...others] = new Set(
        storedSlugs(slug, gateway).map(each =>
          Object.hasOwn(providers, each) ? providers[each]?.provider : undefined,
        ),
      )
      return others.length === 0 ? provider : undefined
    },
    named: name => provider(name)?.id,
    lists: (id, model) =>
      Object.hasOwn(models, id) &&
      (models[id] ?? []).some(each => each.id === model || each.also?.includes(model)),
  }
}

export function replaceModels(
  input: ProjectInput,
  replacements: readonly ModelReplacement[],
  context: ReplacementContext,
): ReplacedProject {
  const { manifest, configs, prompts } = input
  const spelling = spellingOf(manifest?.read(manifest.source, () => {})?.value)
  const sources = [
    ...(manifest === undefined
      ? []
      : [{ source: manifest, ...readOnce(manifest, canonicalManifest), places: manifestPlaces }]),
    ...Array.from(configs, ([id, source]) => ({
      source,
      ...readOnce(source, parsed => canonicalConfig(parsed, spelling)),
      places: (value: Json) => configPlaces(value, `config ${id}`),
    })),
    ...Array.from(prompts?.prompts ?? [], ([id, source]) => ({
      source,
      ...readOnce(source, parsed => parsed),
      places: (value: Json) => promptPlaces(value, `prompt ${id}`),
    })),
  ].map(({ places, ...each }) => ({
    ...each,
    places: each.parsed === undefined ? [] : places(each.parsed.value),
  }))
  const written = sources.flatMap(({ places }) => places)
  const wanted = replacements.map(replacement => ({
    replacement,
    ...readReplacement(replacement, written, context),
  }))
  const edited = new Map<SourceInput, SourceInput>()
  const replaced: ReplacedName[] = []
  const mentioned: MentionedName[] = []
  const faults: ReplacementFault[] = []
  for (const { source, parsed, input: read, places } of sources) {
    if (parsed === undefined) continue
    const edits = new Map<Pointer, { readonly text: string; readonly like: Pointer }>()
    for (const place of places)
      for (const { replacement, old, next } of wanted) {
        const match = matchOf(place, old, context)
        if (match === 'none') continue
        const location = locationOf(parsed, place.at)
        const found = match === 'some' ? severalProviders(place) : editsOf(place, next, context)
        if (typeof found === 'string') {
          const sentence = `${quoteName(place.written)} cannot become ${quoteName(replacement.to)} here: ${found}.`
          faults.push({ location, sentence })
          continue
        }
        for (const [at, text] of found) edits.set(at, { text, like: place.at })
        const becomes = found.get(place.at) ?? place.written
        replaced.push({ location, by: place.by, written: place.written, becomes, replacement })
        break
      }
    const known = new Set(places.map(({ at }) => at))
    for (const { at, text } of textsIn(parsed.value, '')) {
      const found = wanted.find(({ old }) => parseAliasedModel(text).model === old.model)
      if (found !== undefined && !known.has(at))
        mentioned.push({ location: locationOf(parsed, at), replacement: found.replacement })
    }
    if (edits.size > 0) edited.set(source, editedInput(read, edits))
  }
  const swap = (source: SourceInput): SourceInput => edited.get(source) ?? source
  const swapAll = (all: ReadonlyMap<string, SourceInput>) =>
    new Map(Array.from(all, ([id, source]) => [id, swap(source)] as const))
  return {
    input: {
      ...(manifest && { manifest: swap(manifest) }),
      configs: swapAll(configs),
      ...(prompts && { prompts: { ...prompts, prompts: swapAll(prompts.prompts) } }),
    },
    replaced,
    mentioned,
    faults,
  }
}

function* textsIn(value: Json, at: Pointer): Generator<{ readonly at: Pointer; readonly text: string }> {
  if (typeof value === 'string') yield { at, text: value }
  else if (isList(value))
    for (const [index, item] of value.entries()) yield* textsIn(item, childPointer(at, index))
  else if (isObject(value))
    for (const [name, item] of Object.entries(value)) yield* textsIn(item, childPointer(at, name))
}

/** A source that is read once, with canonical names, and whose findings are reported each time. */
function readOnce(
  source: SourceInput,
  canonical: (parsed: ParsedSource) => ParsedSource,
): { readonly parsed: ParsedSource | undefined; readonly input: SourceInput } {
  const findings: Diagnostic[] = []
  const read = source.read(source.source, diagnostic => void findings.push(diagnostic))
  const parsed = read && canonical(read)
  return {
    parsed,
    input: {
      source: source.source,
      read: (_source, report) => {
        for (const each of findings) report(each)
        return parsed
      },
    },
  }
}

const editedInput = (
  { source, read }: SourceInput,
  edits: ReadonlyMap<Pointer, { readonly text: string; readonly like: Pointer }>,
): SourceInput => ({
  source,
  read: (text, report) => {
    const parsed = read(text, report)
    if (parsed === undefined) return undefined
    let { value } = parsed
    const origins = new Map(parsed.origins)
    for (const [at, { text: name, like }] of edits) {
      value = withValue(value, pointerTokens(at), name)
      const origin = origins.get(at) ?? origins.get(like)
      if (origin !== undefined) origins.set(at, origin)
    }
    return { ...parsed, value, origins }
  },
})

function withValue(value: Json, [token, ...below]: readonly string[], text: string): Json {
  if (token === undefined) return text
  if (isList(value))
    return value.map((item, index) => (String(index) === token ? withValue(item, below, text) : item))
  const object = isObject(value) ? value : {}
  return { ...object, [token]: withValue(object[token] ?? null, below, text) }
}

/** A name of a model in a source. */
interface NamedPlace {
  readonly at: Pointer
  readonly by: string
  readonly written: string
  /** As they are written, @slug or a provider of the catalog: those of the calls with this model; none if they are not known. */
  readonly providers: readonly string[]
  /** What names the provider, to call another one. */
  readonly providerAt?: Pointer
  /** Why it cannot call another one: the end of a sentence. */
  readonly bound?: string
  /** Whether the model may name its provider too, as in `@slug/model`. */
  readonly takesSlug: boolean
}

const textAt = (value: Json | undefined, name: string): string | undefined => {
  const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}

const providerOf = (value: Json): string | undefined => {
  const key = textAt(value, 'virtual_key')
  return key === undefined ? textAt(value, 'provider') : `@${key.replace(/^@/, '')}`
}

const targetsOf = (node: JsonObject): readonly Json[] => (isList(node['targets']) ? node['targets'] : [])

function configPlaces(value: Json, by: string): readonly NamedPlace[] {
  const places: NamedPlace[] = []
  const visit = (node: Json, pointer: Pointer, inherited: string | undefined, outer: boolean): void => {
    if (!isObject(node)) return
    const provider = providerOf(node) ?? inherited
    const isBound = outer || BOUND.some(name => Object.hasOwn(node, name))
    const written = textAt(node['override_params'], 'model')
    if (written !== undefined) {
      const uses = usesOf(node, provider, false)
      const providers = [...new Set(uses.flatMap(each => each.provider ?? []))]
      const bound = uses.some(each => each.isNamedBelow)
        ? 'the targets with this model name their own providers'
        : isBound
          ? 'its credentials or its host are those of its provider'
          : undefined
      const at = childPointer(childPointer(pointer, 'override_params'), 'model')
      places.push({
        ...{ at, by, written, providers, takesSlug: true },
        ...(bound === undefined ? { providerAt: childPointer(pointer, 'provider') } : { bound }),
      })
    }
    for (const [index, target] of targetsOf(node).entries())
      visit(target, childPointer(childPointer(pointer, 'targets'), index), provider, isBound)
  }
  visit(value, '', undefined, false)
  return [...places, ...pairedPlaces(value, () => by)]
}

/** What is of one provider. */
const BOUND = ['virtual_key', 'api_key', 'custom_host', 'deployments']

interface ModelUse {
  readonly provider: string | undefined
  /** Whether a target below the override names it. */
  readonly isNamedBelow: boolean
}

/** The calls that an override of the model is for. */
const usesOf = (
  node: JsonObject,
  provider: string | undefined,
  isNamedBelow: boolean,
): readonly ModelUse[] => {
  const targets = targetsOf(node).filter(isObject)
  if (targets.length === 0) return [{ provider, isNamedBelow }]
  return targets.flatMap(target => {
    const overrides = target['override_params']
    if (isObject(overrides) && Object.hasOwn(overrides, 'model')) return []
    const named = providerOf(target)
    return usesOf(target, named ?? provider, isNamedBelow || named !== undefined)
  })
}

/** Objects that name a stored provider and a model beside it. */
function pairedPlaces(value: Json, by: (at: Pointer) => string): readonly NamedPlace[] {
  const places: NamedPlace[] = []
  const visit = (each: Json, pointer: Pointer): void => {
    if (isList(each)) for (const [index, item] of each.entries()) visit(item, childPointer(pointer, index))
    if (!isObject(each)) return
    const [provider, written] = [textAt(each, 'provider'), textAt(each, 'model')]
    if (provider?.startsWith('@') === true && written !== undefined)
      places.push({
        ...{ at: childPointer(pointer, 'model'), by: by(pointer), written },
        ...{ providers: [provider], providerAt: childPointer(pointer, 'provider'), takesSlug: false },
      })
    for (const [name, item] of Object.entries(each)) visit(item, childPointer(pointer, name))
  }
  visit(value, '')
  return places
}

function manifestPlaces(value: Json): readonly NamedPlace[] {
  const keys = isObject(value) && isList(value['api_keys']) ? value['api_keys'] : []
  const owners: readonly (readonly [Pointer, Json, string])[] = [
    ['', value, ''],
    ...keys.map((key, index): readonly [Pointer, Json, string] => [
      childPointer('/api_keys', index),
      key,
      ` of the key ${textAt(key, 'id') ?? index}`,
    ]),
  ]
  const aliases = owners.flatMap(([pointer, owner, of]) => {
    const written = isObject(owner) ? owner['aliases'] : undefined
    const at = childPointer(pointer, 'aliases')
    return Object.entries(isObject(written) ? written : {}).flatMap(
      ([alias, model]): readonly NamedPlace[] =>
        typeof model === 'string' && alias !== EVERY_NAME
          ? [
              {
                ...{ at: childPointer(at, alias), by: `alias ${alias}${of}`, written: model },
                ...{ providers: [], takesSlug: true },
              },
            ]
          : [],
    )
  })
  const paired = pairedPlaces(value, at => (at === '/cache/semantic' ? 'semantic cache' : 'manifest'))
  return [...poolPlaces(value), ...aliases, ...paired]
}

/** The names that models of pools have at members. */
const poolPlaces = (value: Json): readonly NamedPlace[] =>
  entriesOf(fieldOf(value, 'providers')).flatMap(([slug, provider]) => {
    const pool = fieldOf(provider, 'pool')
    const members = fieldOf(pool, 'members')
    const at = `${childPointer('/providers', slug)}/pool/models`
    return entriesOf(fieldOf(pool, 'models')).flatMap(([model, byMember]) =>
      entriesOf(byMember).flatMap(([member, written]): readonly NamedPlace[] => {
        const named = textAt(fieldOf(members, member), 'provider')
        if (typeof written !== 'string' || named === undefined) return []
        return [
          {
            ...{ at: childPointer(childPointer(at, model), member), by: `pool ${slug}`, written },
            providers: [named.startsWith('@') ? named : `@${slug}.${member}`],
            bound: 'it is the name of the model at a member of a pool',
            takesSlug: false,
          },
        ]
      }),
    )
  })

const fieldOf = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

const entriesOf = (value: Json | undefined): readonly (readonly [string, Json])[] =>
  isObject(value) ? Object.entries(value) : []

function promptPlaces(value: Json, by: string): readonly NamedPlace[] {
  const written = textAt(value, 'model')
  if (written === undefined) return []
  const provider = providerOf(value)
  const bound =
    textAt(value, 'config') !== undefined
      ? 'its config names the provider'
      : textAt(value, 'virtual_key') !== undefined
        ? 'its virtual key is of its provider'
        : undefined
  return [
    {
      ...{ at: '/model', by, written, providers: provider === undefined ? [] : [provider], takesSlug: true },
      ...(bound === undefined ? { providerAt: '/provider' } : { bound }),
    },
  ]
}

/** A name of the command line, as what it means. */
type WrittenModel =
  | { readonly form: 'name'; readonly model: string }
  | { readonly form: 'slug'; readonly model: string; readonly slug: string }
  | { readonly form: 'provider'; readonly model: string; readonly provider: string }

/** The path in a name may be its provider or, at hosts of many vendors, part of it. */
function readReplacement(
  { from, to }: ModelReplacement,
  places: readonly NamedPlace[],
  context: ReplacementContext,
): { readonly old: WrittenModel; readonly next: WrittenModel } {
  const isWhole = places.some(({ written }) => parseAliasedModel(written).model === from)
  const old = readModel(from, isWhole, context)
  return { old, next: readModel(to, old.form === 'name' && from.includes('/'), context) }
}

function readModel(text: string, isWhole: boolean, { named }: ReplacementContext): WrittenModel {
  const slug = parseModelSlug(text)
  if (slug !== undefined) return { form: 'slug', ...slug }
  const end = text.indexOf('/')
  const provider = end < 0 || isWhole ? undefined : named(text.slice(0, end))
  return provider === undefined
    ? { form: 'name', model: text }
    : { form: 'provider', provider, model: text.slice(end + 1) }
}

/** `@slug` of a name that has one, and else the providers beside it. */
function providersOf({ written, providers }: NamedPlace): readonly string[] {
  const { slug } = parseAliasedModel(written)
  return slug === undefined ? providers : [`@${slug}`]
}

const idOf = (provider: string, { ofSlug, named }: ReplacementContext): string | undefined =>
  provider.startsWith('@') ? ofSlug(provider.slice(1)) : named(provider)

/** Whether all calls with the name are meant, some of them, or none. */
function matchOf(place: NamedPlace, old: WrittenModel, context: ReplacementContext): 'all' | 'some' | 'none' {
  if (parseAliasedModel(place.written).model !== old.model) return 'none'
  if (old.form === 'name') return 'all'
  const providers = providersOf(place)
  const meant = providers.filter(each =>
    old.form === 'slug' ? each === `@${old.slug}` : idOf(each, context) === old.provider,
  )
  return meant.length === 0 ? 'none' : meant.length === providers.length ? 'all' : 'some'
}

const severalProviders = ({ providers }: NamedPlace): string =>
  `the model is also sent to ${providers.join(', ')}; write the override into the targets`

/** What to write where, or why that is not possible: the end of a sentence. */
function editsOf(
  place: NamedPlace,
  next: WrittenModel,
  context: ReplacementContext,
): ReadonlyMap<Pointer, string> | string {
  const { at, written } = place
  const { slug } = parseAliasedModel(written)
  const sameProvider = (model: string): ReadonlyMap<Pointer, string> =>
    new Map([[at, slug === undefined ? model : `@${slug}/${model}`]])
  if (next.form === 'name') return sameProvider(next.model)
  const providers = providersOf(place)
  const isEvery = (test: (provider: string) => boolean): boolean =>
    providers.length > 0 && providers.every(test)
  if (next.form === 'slug')
    return isEvery(each => each === `@${next.slug}`)
      ? sameProvider(next.model)
      : editsOfSlug(place, next.slug, next.model, context)
  const { provider, model } = next
  const whole = `${provider}/${model}`
  if (isEvery(each => idOf(each, context) === provider)) return sameProvider(model)
  if (isEvery(each => context.lists(idOf(each, context) ?? '', whole))) return sameProvider(whole)
  const slugs = context.slugs.filter(each => context.ofSlug(each) === provider)
  const [only, ...others] = slugs
  if (only === undefined) return `the manifest has no provider of ${quoteName(provider)}`
  if (others.length > 0) return `name one of ${slugs.map(each => `@${each}/${model}`).join(', ')}`
  return editsOfSlug(place, only, model, context)
}

/** The model of another stored provider. */
function editsOfSlug(
  { at, written, providers, providerAt, bound, takesSlug }: NamedPlace,
  slug: string,
  model: string,
  { slugs }: ReplacementContext,
): ReadonlyMap<Pointer, string> | string {
  if (!slugs.includes(slug)) return `the manifest has no provider ${quoteName(`@${slug}`)}`
  if (bound !== undefined) return bound
  const names = parseModelSlug(written) !== undefined || (takesSlug && providers.length === 0)
  return new Map([
    [at, names ? `@${slug}/${model}` : model],
    ...(providerAt !== undefined && providers.length > 0 ? [[providerAt, `@${slug}`] as const] : []),
  ])
}
