// The provider uses the settings and credentials next to it.
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import { CREDENTIAL_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { placesOf } from '../../places.ts'
import { own } from '../kind.ts'
import { tellIdle } from '../no-effect.ts'
import type { Rule } from '../rule.ts'
import { BINDING_PROPERTIES } from '../settings-beside.ts'
import { isLeaf, slugOf } from '../site.ts'
import { rowOf } from '../subject.ts'

/** Every provider that does not sign requests sends a key; an unnecessary one does no harm. */
const KEY = 'api_key'

function readBy(row: ProviderSpec): ReadonlySet<string> {
  const key = row.auth.form === 'signed' ? [] : [KEY]
  const templates = [row.baseUrl ?? '', ...Object.values(row.routes)]
  return new Set([
    ...key,
    ...row.credentials.flat(),
    ...Object.keys(row.settings ?? {}),
    ...(row.reads ?? []),
    ...templates.flatMap(placesOf).flat(),
  ])
}

export const providerReadsTheSetting: Rule = (subject, tell) => {
  const known = new Map<ProviderSpec, ReadonlySet<string>>()
  for (const site of subject.sites) {
    const row = isLeaf(site) && own(site.value, 'passthrough') !== true ? rowOf(subject, site) : undefined
    if (row === undefined || !row.served) continue
    const read = known.get(row) ?? readBy(row)
    known.set(row, read)
    const bySlug = slugOf(site) !== undefined
    // Credentials next to a slug are reported by `provider-is-unambiguous`.
    const idle = BINDING_PROPERTIES.filter(
      name =>
        own(site.value, name) !== undefined &&
        !read.has(name) &&
        !(bySlug && CREDENTIAL_PROPERTIES.includes(name)),
    )
    tellIdle(tell, site, idle, it => `: ${row.name} does not use ${it}.`)
  }
}
