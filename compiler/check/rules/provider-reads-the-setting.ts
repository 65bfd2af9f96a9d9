// The settings and credentials beside a provider are ones that it reads.
import { configFacts } from '../../../schemas/generated/facts.ts'
import type { ProviderRow } from '../../../schemas/generated/types.ts'
import { SECRET_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { listed, quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { isLeaf, slugOf } from '../site.ts'
import { rowOf } from '../subject.ts'

/** Which provider is called, and where: every provider has these. */
const ADDRESS = new Set(['provider', 'virtual_key', 'custom_host'])

const SETTINGS: readonly string[] = Object.keys(configFacts).filter(
  name => configFacts[name]?.binding && !ADDRESS.has(name),
)

function readBy(row: ProviderRow): ReadonlySet<string> {
  return new Set([...row.credentials.flat(), ...Object.keys(row.settings ?? {})])
}

/** A provider that needs no credential still takes a key: configs are tried out on it before they get a real one. */
const takesAnyKey = (row: ProviderRow): boolean => row.auth.form === 'none'

export const providerReadsTheSetting: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const row = isLeaf(site) && own(site.value, 'passthrough') !== true ? rowOf(subject, site) : undefined
    if (row === undefined || !row.served) continue
    const read = readBy(row)
    const bySlug = slugOf(site) !== undefined
    const idle = SETTINGS.filter(name => {
      const secret = SECRET_PROPERTIES.includes(name)
      if (own(site.value, name) === undefined || read.has(name)) return false
      return secret ? !bySlug && !(name === 'api_key' && takesAnyKey(row)) : true
    })
    const [first] = idle
    if (first === undefined) continue
    const verb = idle.length === 1 ? 'has' : 'have'
    const names = listed(idle.map(quoted), 'and')
    tell(
      'setting-without-effect',
      { key: child(site.pointer, first) },
      `${names} ${verb} no effect: ${row.name} does not read ${idle.length === 1 ? 'it' : 'them'}.`,
    )
  }
}
