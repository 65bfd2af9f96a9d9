// Pools have members that can serve: each is one provider, its names are written once, and shares, tiers and models add up.
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { percentOf } from '../../lower/pools.ts'
import {
  externalSlugs,
  membersOf,
  namesSlug,
  slugOfEntry,
  slugsOfProviders,
} from '../nodes/manifest-parts.ts'
import type { ManifestContext } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

/** The number of members that a pool may have: picks are constant in it. */
const MAX_MEMBERS = 100

type Members = ReturnType<typeof membersOf>

/** Pools of the store obey it too. */
export function poolsCanServe({ manifest }: Pick<ManifestContext, 'manifest'>, report: ReportAt): void {
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
    if (!isJsonObject(pool)) continue
    const members = membersOf(at, provider)
    checkMembers(manifest, slug, members, at, report)
    checkShares(members, at, report)
    checkModels(pool, members, at, report)
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

function checkModels(pool: JsonObject, members: Members, at: Pointer, report: ReportAt): void {
  const names = members.map(nameOf)
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
