// Named limits that many keys share. Each limit of a profile is one policy that counts each of its keys apart, however many there are:
// calls have the profile of their key as a fact.
import type { LimitPolicies } from '../../../schemas/generated/types.ts'
import { asText } from '../../../schemas/values/json.ts'
import { derivedUuid } from '../../../schemas/values/uuid.ts'
import type { Limiter } from '../../limits/limiter.ts'
import type { ControlSources } from '../core/control-sources.ts'
import { clientKind, type Kind } from '../core/kind.ts'
import type { Replica } from '../core/replica.ts'
import type { ResourceIndex } from '../core/resource-index.ts'
import {
  always,
  type FieldsOf,
  type Found,
  KEY,
  NAME,
  storedForm,
  TEXT,
  TEXT_OR_NULL,
  TIMES,
} from '../core/stored-form.ts'
import { followEach, ownPolicies } from './limit-owner.ts'
import { termsOfManifest } from './policy.ts'
import { RESOURCE_LIMIT_FIELDS, type ResourceLimits } from './resource-limits.ts'

/** The kind of limit profiles in the store, where they are named by their slugs. */
export const LIMIT_PROFILE = 'limit-profile'

export const LIMIT_PROFILE_KINDS: readonly Kind[] = [
  clientKind({ name: LIMIT_PROFILE, signed: 'never', sealed: 'never', scopes: ['policies'] }),
]

export interface LimitProfile extends ResourceLimits {
  readonly id: string
  readonly slug: string
  readonly owner: 'git' | 'api'
  readonly name: string
  readonly description: string | null
  /** The slug of the workspace whose keys may have it; null for keys of all workspaces. */
  readonly workspace: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

const FIELDS: FieldsOf<LimitProfile> = {
  id: TEXT,
  slug: KEY,
  owner: always('api'),
  name: NAME,
  description: TEXT_OR_NULL,
  workspace: TEXT_OR_NULL,
  ...RESOURCE_LIMIT_FIELDS,
  ...TIMES,
}

export const LIMIT_PROFILE_FORM = storedForm(LIMIT_PROFILE, FIELDS)

const BY_ID: ResourceIndex = {
  kind: LIMIT_PROFILE,
  valuesOf: ({ value }) => (typeof value['id'] === 'string' ? [value['id']] : []),
}

type Sources = Pick<ControlSources, 'gateway' | 'hash' | 'loadedAt' | 'replica'>

const isOfManifest = ({ limitProfiles = {} }: Sources['gateway'], slug: string): boolean =>
  Object.hasOwn(limitProfiles, slug)

/** Those of the manifest. One owner per object: where git has a slug, git's counts. */
export const profilesOfManifest = (context: Sources): readonly LimitProfile[] =>
  Object.keys(context.gateway.limitProfiles ?? {}).map(slug => profileOfManifest(context, slug))

/** All of the store, by slug. */
export const LIMIT_PROFILES: ResourceIndex = { kind: LIMIT_PROFILE }

/** By workspace; those of the organisation have an empty one. */
export const LIMIT_PROFILES_OF_WORKSPACE: ResourceIndex = {
  kind: LIMIT_PROFILE,
  valuesOf: ({ value }) => [asText(value['workspace']) ?? ''],
}

/** One by its identifier or slug. */
export function findProfile(context: Sources, name: string): Found<LimitProfile> | undefined {
  const { gateway, replica } = context
  const own = isOfManifest(gateway, name)
    ? name
    : Object.keys(gateway.limitProfiles ?? {}).find(slug => manifestProfileId(context, slug) === name)
  if (own !== undefined) return { saved: profileOfManifest(context, own), revision: undefined }
  const [resource = replica?.get(LIMIT_PROFILE, name)] = replica?.find(BY_ID, name) ?? []
  return resource === undefined || isOfManifest(gateway, resource.id)
    ? undefined
    : { saved: LIMIT_PROFILE_FORM.read(resource), revision: resource.revision }
}

const manifestProfileId = ({ hash }: Pick<Sources, 'hash'>, slug: string): string =>
  derivedUuid(hash, LIMIT_PROFILE, slug)

function profileOfManifest(context: Sources, slug: string): LimitProfile {
  const { gateway, loadedAt } = context
  const time = new Date(loadedAt).toISOString()
  return {
    id: manifestProfileId(context, slug),
    slug,
    owner: 'git',
    name: slug,
    description: gateway.limitProfiles?.[slug]?.description ?? null,
    workspace: null,
    ...termsOfManifest(policiesOfManifest(gateway, slug)),
    createdAt: time,
    updatedAt: time,
  }
}

function policiesOfManifest(
  { policies, limitProfiles = {} }: Sources['gateway'],
  slug: string,
): LimitPolicies {
  const own = new Set(limitProfiles[slug]?.policies)
  const { rates = [], usages = [] } = policies ?? {}
  return { rates: rates.filter(({ id }) => own.has(id)), usages: usages.filter(({ id }) => own.has(id)) }
}

/** The policies of a profile, which count each of its keys apart. */
export function profilePolicies(profile: LimitProfile, gateway: Sources['gateway']): LimitPolicies {
  if (profile.owner === 'git') return policiesOfManifest(gateway, profile.slug)
  const conditions = [{ key: 'limit_profile', value: profile.slug }]
  const { rates, usages } = ownPolicies({ ...profile, conditions })
  const groupBy = ['api_key']
  return {
    rates: rates.map(rate => ({ ...rate, groupBy })),
    usages: usages.map(usage => ({ ...usage, groupBy })),
  }
}

/**
 * Enforces the profiles of the store, now and after each change of one. The function that is returned is called with each manifest that
 * is loaded: its profiles take the place of those of the store.
 */
export function followLimitProfiles(
  limiter: Pick<Limiter, 'edit'>,
  replica: Replica,
  first: Sources['gateway'],
): (next: Sources['gateway']) => void {
  let gateway = first
  const editAll = followEach(replica, LIMIT_PROFILE, (slug, resource) => {
    const profile =
      resource === undefined || isOfManifest(gateway, slug) ? undefined : LIMIT_PROFILE_FORM.read(resource)
    limiter.edit('profiles', slug, profile && profilePolicies(profile, gateway))
    return profile !== undefined
  })
  return next => {
    gateway = next
    editAll()
  }
}
