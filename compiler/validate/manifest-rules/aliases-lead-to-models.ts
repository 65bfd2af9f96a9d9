// An alias of a model leads to a model, not back to itself, and to a provider: by a stored slug or by defaults.

import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import {
  aliasPatterns,
  EVERY_NAME,
  findOwners,
  findPlain,
  isPattern,
  knownModels,
  matchPattern,
  type PlainNames,
  plainNames,
  servesPlainNames,
} from '../../facts/known-models.ts'
import { parseAliasedModel, traceModelAlias } from '../../facts/model-slug.ts'
import type { ParsedSource } from '../../source.ts'
import { hasProperty, stringProperty } from '../nodes/config-node.ts'
import {
  externalSlugs,
  namedProviders,
  slugOfEntry,
  slugsOfProviders,
  slugsReachedBy,
} from '../nodes/manifest-parts.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import type { ReportAt } from '../reporting/report.ts'
import { reportLife } from '../reporting/report-life.ts'
import { reportModel } from '../rules/forced-models.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'
import { callerPointers } from './defaults-can-serve.ts'

export const aliasesLeadToModels: ManifestRule = ({ parsed, catalog, manifest, storedNodes }, report) => {
  const bySlug = new Map(storedNodes.map(node => [slugOfEntry(node.pointer), node]))
  const slugs = [...slugsOfProviders(manifest), ...externalSlugs(manifest)]
  const callers = callerPointers(manifest)
  const inherited = aliasesOf(manifest)
  const defaultsOf = (owner: Json): JsonObject => {
    const defaults = ownProperty(owner, 'defaults')
    return isJsonObject(defaults) ? defaults : {}
  }
  const hasDefaults = (owner: Json): boolean => Object.keys(defaultsOf(owner)).length > 0
  let known: PlainNames | undefined
  /** Undefined where plain names are not served. */
  const namesFor = (owner: Json): PlainNames | undefined => {
    const { config, provider } = defaultsOf(hasDefaults(owner) ? owner : manifest)
    const defaults = {
      ...(config !== undefined && { config: '' }),
      ...(typeof provider === 'string' && { provider }),
    }
    if (![owner, manifest].some(servesEveryName) || !servesPlainNames(defaults)) return undefined
    known ??= plainNames(namedProviders(manifest), catalog)
    return known
  }
  for (const [pointer, owner] of callers) {
    const own = aliasesOf(owner)
    const all = { ...inherited, ...own }
    const reported = new Set<string>()
    const plain = namesFor(owner)
    const served = pointer === '' ? callers.some(([, each]) => hasDefaults(each)) : hasDefaults(owner)
    const patterns = aliasPatterns(all)
    for (const [alias, target] of Object.entries(own)) {
      const at = childPointer(childPointer(pointer, 'aliases'), alias)
      if (!checkForm(alias, target, at, report)) continue
      const names = traceModelAlias(alias, all)
      const model = names.at(-1) ?? alias
      const { slug, model: name } =
        (isPattern(alias) ? undefined : matchPattern(patterns, model)) ??
        (plain && findPlain(plain, model)) ??
        parseAliasedModel(model)
      const owners = plain === undefined ? [] : findOwners(plain, model)
      if (alias.startsWith('@'))
        report(
          'setting-without-effect',
          { key: at },
          `The alias ${quoteName(alias)} has no effect: a model that begins with @ names a provider.`,
        )
      else if (slug !== undefined && ownProperty(owner, 'allow_config_override') === false)
        report(
          'setting-without-effect',
          at,
          `The provider of the alias ${quoteName(alias)} has no effect: the key is restricted to its default config, which gets the model ${quoteName(name)}.`,
        )
      else if (names.indexOf(model) < names.length - 1) {
        // One loop is one mistake, whichever of its aliases is met first and whatever leads into it.
        if (alias !== model || reported.has(alias)) continue
        for (const name of names) reported.add(name)
        report(
          'alias-loop',
          at,
          `The alias ${quoteName(alias)} leads to itself: ${names.map(quoteName).join(', ')}.`,
        )
      } else if (slug === undefined && !served && !hasDefaults(manifest))
        report(
          'setting-without-effect',
          at,
          owners.length > 0
            ? `The alias ${quoteName(alias)} has no effect: several stored providers have ${quoteName(model)}. Write ${joinNames(
                owners.map(each => quoteName(`@${each}/${model}`)),
                'or',
              )}.`
            : `The alias ${quoteName(alias)} has no effect: ${quoteName(model)} names no provider, and there are no "defaults".`,
        )
      else if (slug !== undefined && model === target && !slugs.includes(slug)) {
        const suggestions = suggest(slug, slugs)
        const rest = target.slice(slug.length + 1)
        const message = `No provider of the manifest has the slug ${quoteName(slug)}.${didYouMean(suggestions)}`
        const fix = replaceWithOnly(
          parsed,
          at,
          target,
          suggestions.map(name => `@${name}${rest}`),
        )
        report('unknown-slug', at, message, { fix })
      } else if (slug !== undefined && model === target) {
        const known = new Set<string>()
        for (const reached of slugsReachedBy(manifest, slug, name)) {
          const node = bySlug.get(reached.slug)
          const spec = node && catalog.provider(stringProperty(node, 'provider') ?? '')
          if (node === undefined || spec === undefined || hasProperty(node, 'custom_host')) continue
          // Other names than that of the alias are those of the pool, which its own rule reads.
          if (reached.model !== name || known.has(spec.id)) continue
          known.add(spec.id)
          if (isPattern(alias) && name.endsWith('*')) {
            reportBeginning(parsed, report, { spec, begin: name.slice(0, -1), written: target, at })
            continue
          }
          const advice = catalog.modelAdvice?.(spec, name)
          const named = { spec, model: name, written: target, at }
          if (advice !== undefined) reportModel(parsed, report, { ...named, advice })
          reportLife(parsed, report, named, catalog.lives)
        }
      }
    }
  }
}

/** An asterisk is at the end, of the name first. */
function checkForm(alias: string, target: string, at: Pointer, report: ReportAt): boolean {
  const isMalformed = (text: string): boolean => text.slice(0, -1).includes('*')
  if (isMalformed(alias)) {
    report(
      'wrong-form',
      { key: at },
      `The alias ${quoteName(alias)} has "*" inside. Only the end of a name is a pattern.`,
    )
    return false
  }
  if (isMalformed(target) || (target.endsWith('*') && !isPattern(alias))) {
    const reason = isMalformed(target) ? 'inside' : 'at its end, and the name of the alias does not'
    report(
      'wrong-form',
      at,
      `The model ${quoteName(target)} has "*" ${reason}. The end of a name can follow the model of a pattern.`,
    )
    return false
  }
  return true
}

interface NamedBeginning {
  readonly spec: ProviderSpec
  /** Of the models that are sent. */
  readonly begin: string
  readonly written: string
  readonly at: Pointer
}

/** The beginning of models is one that a known model of the provider has, where it is the name of a publisher. */
function reportBeginning(
  parsed: ParsedSource,
  report: ReportAt,
  { spec, begin, written, at }: NamedBeginning,
): void {
  const publishers = new Set(knownModels(spec).flatMap(({ id }) => /^([^/]+)\//.exec(id)?.[1] ?? []))
  const publisher = /^([^/]+)\//.exec(begin)?.[1]
  if (publisher === undefined || publishers.size === 0 || publishers.has(publisher)) return
  const meant = suggest(publisher, publishers)
  if (meant.length === 0) return
  report(
    'misspelled-model',
    at,
    `No known model of ${spec.name} begins with ${quoteName(begin)}.${didYouMean(meant.map(name => name + begin.slice(publisher.length)))}`,
    {
      fix: replaceWithOnly(
        parsed,
        at,
        written,
        meant.map(name => written.replace(begin, name + begin.slice(publisher.length))),
      ),
    },
  )
}

const servesEveryName = (owner: Json): boolean => {
  const aliases = ownProperty(owner, 'aliases')
  return aliases === 'auto' || ownProperty(aliases, EVERY_NAME) === 'auto'
}

/** The aliases that are strings; others were reported already. */
function aliasesOf(owner: Json): Readonly<Record<string, string>> {
  const aliases = ownProperty(owner, 'aliases')
  return Object.fromEntries(
    Object.entries(isJsonObject(aliases) ? aliases : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0] !== EVERY_NAME,
    ),
  )
}
