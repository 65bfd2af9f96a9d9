// Pools in the store: each is a provider of a workspace whose members are other providers of it. What a pool may be is decided by the rules of
// the manifest; how it is called by what the compiler makes of it.
import { lowerPool } from '../../../../compiler/lower/pools.ts'
import { checkPools } from '../../../../compiler/validate/manifest-rules/pools-can-serve.ts'
import type { ApiPool } from '../../../../schemas/generated/control-types.ts'
import type { PlanPool } from '../../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import {
  isSlugOfWorkspace,
  POOLS_OF_MEMBER,
  PROVIDER,
  providerKey,
  providerOf,
  type SavedProvider,
  slugsOfWorkspace,
} from './model.ts'

type Sources = Pick<ControlSources, 'gateway' | 'replica'>

/** Why a pool cannot be saved in a workspace; undefined if it can. */
export function refusePool(
  slug: string,
  workspace: string,
  pool: ApiPool,
  { gateway, replica }: Sources,
): Failure | undefined {
  // Only names that are unknown need all others, for a suggestion.
  const named = Object.values(pool.members).map(({ provider }) => provider.replace(/^@/, ''))
  const members = named.filter(each => isSlugOfWorkspace({ replica }, workspace, each))
  const sources = { gateway, replica }
  if (messagesAbout(slug, workspace, pool, sources, new Set(members)).length === 0) return undefined
  const all = slugsOfWorkspace({ replica }, workspace)
  const messages = messagesAbout(slug, workspace, pool, sources, all)
  return messages.length === 0 ? undefined : failure('invalid_request', messages.join(' '), { param: 'pool' })
}

/** What is wrong with a pool beside some providers of its workspace. */
function messagesAbout(
  slug: string,
  workspace: string,
  pool: ApiPool,
  { gateway, replica }: Sources,
  slugs: ReadonlySet<string>,
): readonly string[] {
  const isOtherPool = (each: string): boolean => {
    const resource = replica?.get(PROVIDER, providerKey(workspace, each))
    return Object.hasOwn(gateway.pools ?? {}, each) || (resource && providerOf(resource).pool) !== undefined
  }
  const others = [
    ...new Set([...Object.keys(gateway.providers), ...Object.keys(gateway.pools ?? {}), ...slugs]),
  ].filter(each => each !== slug)
  const [pools, providers] = [others.filter(isOtherPool), others.filter(each => !isOtherPool(each))]
  const manifest: JsonObject = {
    providers: Object.fromEntries([
      ...pools.map(each => [each, { pool: { members: SOME } }] as const),
      [slug, { pool: { ...pool } }],
    ]),
    external: providers,
  }
  const messages = new Set<string>()
  checkPools({ manifest }, (_code, _at, message) => void messages.add(message))
  return [...messages]
}

/** Members of a pool that is not looked at. */
const SOME = { any: { provider: 'any' } }

/** Why a provider cannot be deleted while pools of its workspace have it as a member; undefined if it can. */
export function refuseMemberDeletion(
  { slug, workspace }: Pick<SavedProvider, 'slug' | 'workspace'>,
  { replica }: Pick<Sources, 'replica'>,
): Failure | undefined {
  const [found] = replica?.find(POOLS_OF_MEMBER, providerKey(workspace, slug)) ?? []
  const pool = found && providerOf(found)
  return pool === undefined
    ? undefined
    : failure(
        'conflict',
        `The provider ${quoted(slug)} is a member of the pool ${quoted(pool.slug)}: remove it there first.`,
      )
}

/** The pool as calls use it: the same object until it changes. */
export function linkSavedPools(): (saved: SavedProvider) => PlanPool | undefined {
  const lowered = new WeakMap<ApiPool, PlanPool>()
  return ({ slug, pool }) => {
    if (pool === undefined) return undefined
    const known = lowered.get(pool) ?? lowerPool(slug, pool)
    lowered.set(pool, known)
    return known
  }
}
