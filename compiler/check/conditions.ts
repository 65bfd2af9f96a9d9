// The conditions of a strategy with their pointers, for the rules about them.
import { child, type Pointer } from '../pointer.ts'
import type { JsonObject } from '../source.ts'
import { isList, isObject, own } from './kind.ts'
import type { Site } from './site.ts'
import { modeOf, type Subject } from './subject.ts'

export interface Condition {
  readonly pointer: Pointer
  readonly value: JsonObject
}

/** A reference to a target, by a condition's `then` or by `default`. */
export interface Mention {
  readonly pointer: Pointer
  readonly name: string
}

/** The conditions that are objects, in order; empty when the mode is not conditional. */
export function conditionsOf(subject: Subject, site: Site): readonly Condition[] {
  const list = own(own(site.value, 'strategy'), 'conditions')
  if (modeOf(subject, site) !== 'conditional' || !isList(list)) return []
  const at = child(child(site.pointer, 'strategy'), 'conditions')
  return list.flatMap((value, index) => (isObject(value) ? [{ pointer: child(at, index), value }] : []))
}

/** Every reference to a target of a conditional strategy. */
export function mentionsOf(subject: Subject, site: Site): readonly Mention[] {
  if (modeOf(subject, site) !== 'conditional') return []
  const strategy = {
    pointer: child(site.pointer, 'strategy'),
    name: own(own(site.value, 'strategy'), 'default'),
  }
  const all = conditionsOf(subject, site).map(({ pointer, value }) => ({
    pointer: child(pointer, 'then'),
    name: own(value, 'then'),
  }))
  return [...all, { pointer: child(strategy.pointer, 'default'), name: strategy.name }].flatMap(
    ({ pointer, name }) => (typeof name === 'string' && name !== '' ? [{ pointer, name }] : []),
  )
}
