// The names of a node's targets, and the references that match none of them.
import { type Mention, mentionsOf } from './conditions.ts'
import { has, type Site, textOf } from './site.ts'
import type { Subject } from './subject.ts'

/** The names of the targets, in order, without duplicates. */
export function targetNames(site: Site): readonly string[] {
  return Array.from(new Set(site.targets.flatMap(target => textOf(target, 'name') ?? [])))
}

/**
 * True when every name is readable: a misspelled or mistyped `name` was reported already, and further errors would be
 * noise.
 */
export const namesAreClear = (site: Site): boolean =>
  site.targets.length > 0 &&
  site.targets.every(target => !has(target, 'name') || textOf(target, 'name') !== undefined)

/** The references that match no target. */
export function unknownMentions(subject: Subject, site: Site): readonly Mention[] {
  if (!namesAreClear(site)) return []
  const names = new Set(targetNames(site))
  return mentionsOf(subject, site).filter(({ name }) => !names.has(name))
}
