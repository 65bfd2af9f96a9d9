// Every property that holds a secret: in config nodes and in the parameters of checks.
import { configFacts } from '../../schemas/generated/facts.ts'
import { SECRET_PROPERTIES } from '../diagnostics/secret-names.ts'
import { PREFIX } from '../lower/guard-check.ts'
import { child, type Pointer } from '../pointer.ts'
import type { Json } from '../source.ts'
import { own } from './kind.ts'
import { type Site, textOf } from './site.ts'
import type { Subject } from './subject.ts'

export interface SecretSlot {
  readonly name: string
  readonly pointer: Pointer
  readonly value: Json
  /** Whether the value may be an object, in which only some strings are secrets. */
  readonly mayBeObject: boolean
  /** Prefix of the suggested environment variable; empty where the property name is enough. */
  readonly owner: string
}

/** The secrets of a config node. */
export function* slotsOfSite(site: Site, { catalog }: Pick<Subject, 'catalog'>): Generator<SecretSlot> {
  for (const name of SECRET_PROPERTIES) {
    const value = own(site.value, name)
    if (value === undefined) continue
    const provider = name === 'api_key' ? catalog.provider(textOf(site, 'provider') ?? '')?.id : undefined
    const mayBeObject = configFacts[name]?.type.includes('object') === true
    yield { name, pointer: child(site.pointer, name), value, mayBeObject, owner: provider ?? '' }
  }
}

/** The secrets of checks. */
export function* slotsOfChecks({ guards }: Pick<Subject, 'guards'>): Generator<SecretSlot> {
  for (const { checks } of guards.written)
    for (const { id, facts, parameters, pointer } of checks)
      for (const name of facts?.secrets ?? []) {
        const value = own(parameters, name)
        const owner = id.startsWith(PREFIX) ? '' : id.slice(0, id.indexOf('.'))
        if (value !== undefined)
          yield { name, pointer: child(pointer, name), value, mayBeObject: true, owner }
      }
}
