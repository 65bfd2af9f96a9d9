// Pools have members that can serve: each is one provider, its names are written once, and shares, tiers and models add up. What cannot
// have an effect is reported: a choice of one, or a bound that bounds nothing.
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { percentOf } from '../../lower/pools.ts'
import { hasProperty, stringProperty } from '../nodes/config-node.ts'
import {
  externalSlugs,
  membersOf,
  namesSlug,
  slugOfEntry,
  slugsOfProviders,
} from '../nodes/manifest-parts.ts'
import type { ManifestContext, ManifestRule } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'
import { reportLife } from '../reporting/report-life.ts'
import { reportModel } from '../rules/forced-models.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

/** The number of members that a pool may have: picks are constant in it. */
const MAX_MEMBERS = 100

type Members = ReturnType<typeof membersOf>

export const poolsCanServe: ManifestRule = (context, report) => {
  checkPools(context, report)
  const providers = ownProperty(context.manifest, 'providers')
  for (const [slug, provider] of Object.entries(isJsonObject(providers) ? providers : {})) {
    const pool = ownProperty(provider, 'pool')
    if (!isJsonObject(provider) || !isJsonObject(pool) || !isJsonObject(ownProperty(pool, 'members')))
      continue
    const at = childPointer('/providers', slug)
    checkNamesOfModels(context, slug, pool, at, report)
    checkEffects(slug, pool, membersOf(at, provider), at, report)
  }
}

/** Whether pools add up, which those of the store do too. */
export function checkPools({ manifest }: Pick<ManifestContext, 'manifest'>, report: ReportAt): void {
  const providers = ownProperty(manifest, 'providers')
  for (const [slug, provider] of Object.entries(isJsonObject(providers) ? providers : {})) {
    if (!isJsonObject(provider)) continue
    const at = childPointer('/providers', slug)
    const pool = provider['pool']
    if (pool === undefined) {
      if (provider['provider'] === undefined)
        report(
          'missing-property',
          { key: at },
          `${quoteName(slug)} requires "provider", or "pool" with its members.`,
        )
      continue
    }
    for (const name of Object.keys(provider))
      if (name !== 'pool')
        report(
          'setting-without-effect',
          { key: childPointer(at, name) },
          `${quoteName(name)} has no effect beside "pool": each member has its own.`,
        )
    // Members of another type are reported by their schema.
    if (!isJsonObject(pool) || !isJsonObject(ownProperty(pool, 'members'))) continue
    const members = membersOf(at, provider)
    checkMembers(manifest, slug, members, at, report)
    checkShares(members, at, report)
    checkModels(pool, at, report)
  }
}

/** A name of a model at a member is one that its provider serves, and still will. */
function checkNamesOfModels(
  { parsed, catalog, manifest, storedNodes }: ManifestContext,
  pool: string,
  { models }: JsonObject,
  at: Pointer,
  report: ReportAt,
): void {
  for (const [model, byMember] of Object.entries(isJsonObject(models) ? models : {}))
    for (const [member, name] of Object.entries(isJsonObject(byMember) ? byMember : {})) {
      const slug = slugOfMember(manifest, pool, member)
      const node = storedNodes.find(({ pointer }) => slugOfEntry(pointer) === slug)
      const spec = node && catalog.provider(stringProperty(node, 'provider') ?? '')
      if (typeof name !== 'string' || node === undefined || spec === undefined) continue
      if (hasProperty(node, 'custom_host')) continue
      const place = childPointer(childPointer(`${at}/pool/models`, model), member)
      const named = { spec, model: name, written: name, at: place }
      const advice = catalog.modelAdvice?.(spec, name)
      if (advice !== undefined) reportModel(parsed, report, { ...named, advice })
      reportLife(parsed, report, named, catalog.lives)
    }
}

function slugOfMember(manifest: Json, pool: string, member: string): string {
  const entry = ownProperty(ownProperty(ownProperty(manifest, 'providers'), pool), 'pool')
  const provider = ownProperty(ownProperty(ownProperty(entry, 'members'), member), 'provider')
  return namesSlug(provider) ? provider.slice(1) : `${pool}.${member}`
}

function checkEffects(slug: string, pool: JsonObject, members: Members, at: Pointer, report: ReportAt): void {
  const place = childPointer(at, 'pool')
  if (members.length === 1)
    report(
      'pool-of-one',
      { key: childPointer(place, 'members') },
      `The pool ${quoteName(slug)} has one member, so there is nothing to choose and nowhere to go on to after a failure.`,
    )
  const hedged = ownProperty(pool['hedge'], 'at_most')
  if (hedged === '0%')
    report(
      'setting-without-effect',
      childPointer(`${place}/hedge`, 'at_most'),
      '"hedge" has no effect: at most 0% of the calls are sent twice.',
    )
  for (const { pointer, value } of members) {
    const share = ownProperty(value, 'share')
    for (const [name, bound] of [
      ['min', '0%'],
      ['max', '100%'],
    ] as const)
      if (ownProperty(share, name) === bound)
        report(
          'setting-without-effect',
          childPointer(childPointer(pointer, 'share'), name),
          `A share of ${name === 'min' ? 'at least' : 'at most'} ${bound} has no effect.`,
        )
    // In a tier of its own a member gets all of its calls.
    const tier = ownProperty(value, 'tier') ?? 1
    const others = members.filter(
      each => each.value !== value && (ownProperty(each.value, 'tier') ?? 1) === tier,
    )
    const weight = ownProperty(value, 'weight')
    if (typeof weight === 'number' && weight > 0 && others.length === 0 && members.length > 1)
      report(
        'setting-without-effect',
        childPointer(pointer, 'weight'),
        `"weight" has no effect: no other member is in tier ${String(tier)}.`,
      )
  }
}

const nameOf = ({ pointer }: Members[number]): string => slugOfEntry(pointer).replace(/^.*\./, '')

function checkMembers(manifest: Json, slug: string, members: Members, at: Pointer, report: ReportAt): void {
  const list = childPointer(at, 'pool')
  if (members.length === 0) report('pool-cannot-serve', list, `The pool ${quoteName(slug)} has no members.`)
  if (members.length > MAX_MEMBERS)
    report(
      'pool-cannot-serve',
      list,
      `The pool ${quoteName(slug)} has ${members.length} members, and at most ${MAX_MEMBERS} are possible.`,
    )
  const known = [...slugsOfProviders(manifest), ...externalSlugs(manifest)]
  const written = new Set(Object.keys(Object(ownProperty(manifest, 'providers'))))
  for (const member of members) {
    const { pointer, value } = member
    const name = nameOf(member)
    if (!/^[a-z0-9][a-z0-9_-]*$/.test(name))
      report(
        'malformed-slug',
        { key: pointer },
        `${quoteName(name)} is not the name of a member: it must start with a lower-case letter or digit and contain only lower-case letters, digits, hyphens and underscores.`,
      )
    if (written.has(slugOfEntry(pointer)))
      report(
        'pool-cannot-serve',
        { key: pointer },
        `The member ${quoteName(name)} has the slug ${quoteName(slugOfEntry(pointer))}, which is that of another provider.`,
      )
    const named = ownProperty(value, 'provider')
    if (!namesSlug(named)) continue
    const place = childPointer(pointer, 'provider')
    const target = named.slice(1)
    if (isPool(manifest, target))
      report('pool-cannot-serve', place, `${quoteName(named)} is a pool: a member must be one provider.`)
    else if (!known.includes(target))
      report(
        'unknown-slug',
        place,
        `No provider of the manifest or the store has the slug ${quoteName(target)}.${didYouMean(suggest(target, known).map(each => `@${each}`))}`,
      )
  }
}

const isPool = (manifest: Json, slug: string): boolean => {
  const providers = ownProperty(manifest, 'providers')
  return ownProperty(ownProperty(providers, slug), 'pool') !== undefined
}

function checkShares(members: Members, at: Pointer, report: ReportAt): void {
  const place = `${at}/pool/members`
  const bounds = members.map(member => {
    const share = ownProperty(member.value, 'share')
    return { member, least: boundOf(share, 'min') ?? 0, most: boundOf(share, 'max') ?? 1 }
  })
  for (const { member, least, most } of bounds)
    if (least > most)
      report(
        'pool-cannot-serve',
        childPointer(member.pointer, 'share'),
        `The least share of ${quoteName(nameOf(member))} is greater than its greatest.`,
      )
  const sum = (of: readonly number[]): number => Math.round(of.reduce((total, each) => total + each, 0) * 100)
  const least = sum(bounds.map(each => each.least))
  const most = sum(bounds.map(each => each.most))
  if (least > 100)
    report(
      'pool-cannot-serve',
      place,
      `The least shares of the members add up to ${least}%, which is more than all calls.`,
    )
  if (members.length > 0 && most < 100)
    report(
      'pool-cannot-serve',
      place,
      `The greatest shares of the members add up to ${most}%, so ${100 - most}% of the calls have no member.`,
    )
  const tiers = new Map<Json, Members[number][]>()
  for (const member of members) {
    const tier = ownProperty(member.value, 'tier') ?? 1
    tiers.set(tier, [...(tiers.get(tier) ?? []), member])
  }
  for (const [tier, of] of tiers)
    if (of.every(({ value }) => ownProperty(value, 'weight') === 0))
      report(
        'pool-cannot-serve',
        place,
        `No member of tier ${String(tier)} has a weight: ${joinNames(of.map(nameOf), 'and')} can serve no call.`,
      )
}

function boundOf(share: Json | undefined, name: string): number | undefined {
  const written = ownProperty(share, name)
  return typeof written === 'string' ? percentOf(written) : undefined
}

function checkModels(pool: JsonObject, at: Pointer, report: ReportAt): void {
  const names = Object.keys(Object(ownProperty(pool, 'members')))
  const models = ownProperty(pool, 'models')
  for (const [model, byMember] of Object.entries(isJsonObject(models) ? models : {})) {
    const place = childPointer(`${at}/pool/models`, model)
    const named = isJsonObject(byMember) ? Object.keys(byMember) : []
    if (named.length === 0)
      report(
        'pool-cannot-serve',
        place,
        `The model ${quoteName(model)} has a name at no member, so it is never served.`,
      )
    for (const member of named)
      if (!names.includes(member))
        report(
          'unknown-member',
          { key: childPointer(place, member) },
          `The pool has no member ${quoteName(member)}.${didYouMean(suggest(member, names))}`,
        )
  }
}
