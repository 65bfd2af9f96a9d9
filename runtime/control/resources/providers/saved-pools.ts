// Pools in the store: each is a provider of a workspace whose members are other providers of it. What a pool may be is decided by the rules of
// the manifest; how it is called by what the compiler makes of it.
import { lowerPool } from '../../../../compiler/lower/pools.ts'
import { checkPools } from '../../../../compiler/validate/manifest-rules/pools-can-serve.ts'
import type { ApiPool } from '../../../../schemas/generated/control-types.ts'
import type { PlanPool } from '../../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { type SavedProvider, savedProviders, slugsOfWorkspace } from './model.ts'

type Sources = Pick<ControlSources, 'gateway' | 'replica'>

/** Why a pool cannot be saved in a workspace; undefined if it can. */
export function refusePool(
  slug: string,
  workspace: string,
  pool: ApiPool,
  { gateway, replica }: Sources,
): Failure | undefined {
  const pools = poolsOf(workspace, { gateway, replica })
  const known = [...Object.keys(gateway.providers), ...slugsOfWorkspace({ replica }, workspace)]
  const manifest: JsonObject = {
    providers: Object.fromEntries([
      ...pools.filter(each => each !== slug).map(each => [each, { pool: { members: SOME } }] as const),
      [slug, { pool: { ...pool } }],
    ]),
    external: known.filter(each => each !== slug && !pools.includes(each)),
  }
  const sentences: string[] = []
  checkPools({ manifest }, (_code, _at, message) => {
    if (!sentences.includes(message)) sentences.push(message)
  })
  return sentences.length === 0
    ? undefined
    : failure('invalid_request', sentences.join(' '), { param: 'pool' })
}

/** Members of a pool that is not looked at. */
const SOME = { any: { provider: 'any' } }

/** The pools that calls of a workspace can name. */
const poolsOf = (workspace: string, { gateway, replica }: Sources): readonly string[] => [
  ...Object.keys(gateway.pools ?? {}),
  ...savedProviders(replica).flatMap(each =>
    each.workspace === workspace && each.pool !== undefined ? [each.slug] : [],
  ),
]

/** Why a provider cannot be deleted while pools of its workspace have it as a member; undefined if it can. */
export function refuseMemberDeletion(
  { slug, workspace }: Pick<SavedProvider, 'slug' | 'workspace'>,
  { replica }: Pick<Sources, 'replica'>,
): Failure | undefined {
  const pool = savedProviders(replica).find(
    each =>
      each.workspace === workspace &&
      Object.values(each.pool?.members ?? {}).some(({ provider }) => provider === `@${slug}`),
  )
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
