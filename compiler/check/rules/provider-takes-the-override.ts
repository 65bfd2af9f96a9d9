// An override that the provider does not support is dropped on every call: reported at compile time, not only in a
// header of each reply.
import { child } from '../../pointer.ts'
import type { JsonObject } from '../../source.ts'
import { own } from '../kind.ts'
import { NO_OVERRIDES, OVERRIDES, overriderOf, overridesOf } from '../overrides.ts'
import type { Rule } from '../rule.ts'
import { isLeaf, type Site } from '../site.ts'
import { rowOf } from '../subject.ts'

export const providerTakesTheOverride: Rule = (subject, tell) => {
  const { catalog, sites, surroundings } = subject
  // Warnings of header configs are not shown to anyone.
  if (surroundings.door === 'request') return
  const known = new Map<Site, JsonObject>()
  const asked = new Map<JsonObject, Map<string, readonly string[]>>()
  for (const site of sites) {
    const row = isLeaf(site) && own(site.value, 'passthrough') !== true ? rowOf(subject, site) : undefined
    const overrides = row?.served === true ? overridesOf(site, known) : NO_OVERRIDES
    if (row === undefined || Object.keys(overrides).length === 0) continue
    const answers = asked.get(overrides) ?? new Map<string, readonly string[]>()
    const lost = answers.get(row.id) ?? catalog.lostOverrides(row, overrides)
    asked.set(overrides, answers.set(row.id, lost))
    for (const name of lost) {
      const at = child(child(overriderOf(site, name).pointer, OVERRIDES), name)
      tell(
        'override-is-lost',
        { key: at },
        `${row.name} does not support "${name}", so it has no effect there.`,
      )
    }
  }
}
