// The names of a site's targets, and which of them its conditions can reach.
import { type Mention, mentionsOf } from './conditions.ts'
import { has, type Site, textOf } from './site.ts'
import type { Subject } from './subject.ts'

/** The names of the targets, in order, each once. */
export function targetNames(site: Site): readonly string[] {
  return Array.from(new Set(site.targets.flatMap(target => textOf(target, 'name') ?? [])))
}

/** True when every name can be read: a misspelt or mistyped `name` has been told of, and guessing on top is noise. */
export const namesAreClear = (site: Site): boolean =>
  site.targets.length > 0 &&
  site.targets.every(target => !has(target, 'name') || textOf(target, 'name') !== undefined)

/** The mentions that name no target. */
export function unknownMentions(subject: Subject, site: Site): readonly Mention[] {
  if (!namesAreClear(site)) return []
  const names = new Set(targetNames(site))
  return mentionsOf(subject, site).filter(({ name }) => !names.has(name))
}
