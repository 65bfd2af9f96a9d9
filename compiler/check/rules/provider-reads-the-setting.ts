// The settings and credentials beside a provider are ones that it reads.
import { configFacts } from '../../../schemas/generated/facts.ts'
import type { ProviderRow } from '../../../schemas/generated/types.ts'
import { SECRET_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { own } from '../kind.ts'
import { tellIdle } from '../no-effect.ts'
import type { Rule } from '../rule.ts'
import { isLeaf, slugOf } from '../site.ts'
import { rowOf } from '../subject.ts'

/** Which provider is called, and where: every provider has these. */
const ADDRESS = new Set(['provider', 'virtual_key', 'custom_host'])

const SETTINGS: readonly string[] = Object.keys(configFacts).filter(
  name => configFacts[name]?.binding && !ADDRESS.has(name),
)

/** A key is presented by every provider that does not sign, needed or not; where none is, it does no harm. */
const KEY = 'api_key'

function readBy(row: ProviderRow): ReadonlySet<string> {
  const key = row.auth.form === 'signed' ? [] : [KEY]
  return new Set([...key, ...row.credentials.flat(), ...Object.keys(row.settings ?? {})])
}

export const providerReadsTheSetting: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const row = isLeaf(site) && own(site.value, 'passthrough') !== true ? rowOf(subject, site) : undefined
    if (row === undefined || !row.served) continue
    const read = readBy(row)
    const bySlug = slugOf(site) !== undefined
    // Credentials beside a slug are told by `provider-comes-from-one-place`.
    const idle = SETTINGS.filter(
      name =>
        own(site.value, name) !== undefined &&
        !read.has(name) &&
        !(bySlug && SECRET_PROPERTIES.includes(name)),
    )
    tellIdle(tell, site, idle, it => `: ${row.name} does not read ${it}.`)
  }
}
