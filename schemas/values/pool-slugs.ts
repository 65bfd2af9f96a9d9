// The names that members of pools have for prices: the pool and the member, joined by a dot, which is also the slug of a member's own provider.

/** The slug that a price may be written for: of a member, where a pool was called. */
export const pricedSlug = (slug: string | undefined, member: string | undefined): string | undefined =>
  slug === undefined || member === undefined ? slug : `${slug}.${member}`

/** What a pool has of its members here. */
interface PoolSlugs {
  readonly members: readonly { readonly name: string; readonly slug: string }[]
}

/** The slugs whose prices apply to a member, the nearest first: its own provider, then the pool. */
export const slugsOfMembers = (
  pools: Readonly<Record<string, PoolSlugs>> = {},
): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.entries(pools).flatMap(([pool, { members }]) =>
      members.map(({ name, slug }) => [`${pool}.${name}`, [slug, pool]] as const),
    ),
  )
