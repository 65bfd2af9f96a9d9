// How a saved resource is stored: a table of its fields, from which its type, its reader and its writer follow. What is read was valid when it
// was written, so nothing is refused: each field has a value for stored objects that lack it.
import {
  asCount,
  asList,
  asObject,
  asText,
  type Json,
  type JsonObject,
  present,
} from '../../../schemas/values/json.ts'
import type { Replica } from './replica.ts'
import type { Resource } from './resource-store.ts'

export interface Field<Value> {
  /** In the store, where it has another name than in the model. */
  readonly name?: string
  /** `key` is the identifier of the resource in the store. */
  readonly read: (value: Json | undefined, key: string) => Value
  /** Undefined is not stored. */
  readonly write: (value: Value) => Json | undefined
}

export type FieldsOf<Saved> = { readonly [Name in keyof Saved]: Field<Saved[Name]> }

/** The model of a table of fields. */
export type ModelOf<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never
}

export interface StoredForm<Saved> {
  /** The kind in the store. */
  readonly kind: string
  readonly read: (resource: Pick<Resource, 'id' | 'value'>) => Saved
  /** The same, but each field is read when it is used: for tests of many resources, few of which are shown. It cannot be spread. */
  readonly view?: (resource: Pick<Resource, 'id' | 'value'>) => Saved
  readonly write: (saved: Saved) => JsonObject
}

/** A resource with its revision in the store; without one where the manifest defines it, or it is built in. */
export interface Found<Saved> {
  readonly saved: Saved
  readonly revision: number | undefined
}

/** Of a resource that the store has. */
export interface FoundInStore<Saved> extends Found<Saved> {
  readonly revision: number
}

const VIEWED = Symbol('viewed')

export function storedForm<Saved extends object>(kind: string, fields: FieldsOf<Saved>): StoredForm<Saved> {
  const all = (Object.keys(fields) as (keyof Saved & string)[]).map(name => {
    const { name: stored = name, read, write } = fields[name]
    return { name, stored, read, write }
  })
  class View {
    readonly [VIEWED]: Pick<Resource, 'id' | 'value'>

    constructor(resource: Pick<Resource, 'id' | 'value'>) {
      this[VIEWED] = resource
    }
  }
  for (const { name, stored, read } of all)
    Object.defineProperty(View.prototype, name, {
      get(this: View) {
        return read(this[VIEWED].value[stored], this[VIEWED].id)
      },
    })
  return {
    kind,
    read: ({ id, value }) => {
      const saved: { [name: string]: unknown } = {}
      for (const { name, stored, read } of all) saved[name] = read(value[stored], id)
      // Each name has a value of its own field.
      return saved as Saved
    },
    view: resource => {
      const view: object = new View(resource)
      return view as Saved
    },
    write: saved =>
      present(Object.fromEntries(all.map(({ name, stored, write }) => [stored, write(saved[name])]))),
  }
}

/** The same reader for what is read often: each resource is read once, since it is another object after each change. */
export function readOnce<Saved extends object>({
  read,
}: Pick<StoredForm<Saved>, 'read'>): StoredForm<Saved>['read'] {
  const known = new WeakMap<object, Saved>()
  return resource => {
    const found = known.get(resource)
    if (found !== undefined) return found
    const saved = read(resource)
    known.set(resource, saved)
    return saved
  }
}

/** All that the store has of a kind, in the order of a string of each. */
export const allStored = <Saved>(
  { kind, read }: Pick<StoredForm<Saved>, 'kind' | 'read'>,
  replica: Pick<Replica, 'all'> | undefined,
  orderOf: (saved: Saved) => string,
): readonly FoundInStore<Saved>[] =>
  (replica?.all(kind).toArray() ?? [])
    .map(resource => ({ saved: read(resource), revision: resource.revision }))
    .sort((left, right) => (orderOf(left.saved) < orderOf(right.saved) ? -1 : 1))

/** A field under another name in the store. */
export const storedAs = <Value>(name: string, field: Field<Value>): Field<Value> => ({ ...field, name })

/** A field that is not stored where it has the value of stored objects that lack it. */
export function sparse<Value>(field: Field<Value>): Field<Value> {
  const usual = JSON.stringify(field.read(undefined, ''))
  return { ...field, write: value => (JSON.stringify(value) === usual ? undefined : field.write(value)) }
}

const identity = <Value>(value: Value): Value => value

export const TEXT: Field<string> = { read: value => asText(value) ?? '', write: identity }
export const TEXT_OR_NULL: Field<string | null> = { read: value => asText(value) ?? null, write: identity }
export const OPTIONAL_TEXT: Field<string | undefined> = { read: asText, write: identity }
export const TEXTS: Field<readonly string[]> = {
  read: value => asList(value).filter(each => typeof each === 'string'),
  write: identity,
}
export const COUNT: Field<number> = { read: value => asCount(value) ?? 0, write: identity }
export const COUNT_OR_NULL: Field<number | null> = { read: value => asCount(value) ?? null, write: identity }
export const OBJECT: Field<JsonObject> = { read: asObject, write: identity }

export const LIST: Field<readonly Json[]> = { read: asList, write: identity }
export const JSON_VALUE: Field<Json> = { read: value => value ?? null, write: identity }

/** Reads values of one kind by names; those that cannot be read are left out. */
export const readByName =
  <Value>(read: (item: Json) => Value | undefined) =>
  (value: Json | undefined): { readonly [name: string]: Value } =>
    Object.fromEntries(
      Object.entries(asObject(value)).flatMap(([name, item]) => {
        const found = read(item)
        return found === undefined ? [] : [[name, found] as const]
      }),
    )

export const byName = <Value extends Json>(
  read: (item: Json) => Value | undefined,
): Field<{ readonly [name: string]: Value }> => ({ read: readByName(read), write: identity })

/** Numbers by names, such as the versions of labels. */
export const COUNTS = byName(asCount)

/** Flags by names; what is not true is false. */
export const FLAGS = byName(item => item === true)

/** The identifier of the resource in the store, which its value does not repeat. */
export const KEY: Field<string> = { read: (_, key) => key, write: () => undefined }

/** The slug of the workspace that it belongs to; null for what is built in, which no store has. */
export const OWNER: Field<string | null> = { read: value => asText(value) ?? '', write: identity }

/** The name for people; resources without one are called by their slugs. */
export const NAME: Field<string> = { read: (value, key) => asText(value) ?? key, write: identity }

/** False unless it is true. */
export const FLAG: Field<boolean> = { read: value => value === true, write: identity }

/** True unless it is false; only false is stored. */
export const ON: Field<boolean> = sparse({ read: value => value !== false, write: identity })

/** Not stored where it is null. */
export const TEXT_IF_ANY = sparse(TEXT_OR_NULL)

/** One of some words; the first where it is none of them. */
export const choice = <Word extends string>(...words: readonly [Word, ...Word[]]): Field<Word> => ({
  read: value => words.find(word => word === value) ?? words[0],
  write: identity,
})

/** What is the same for all of a kind, and not stored. */
export const always = <Value>(
  value: Value,
): { readonly read: () => Value; readonly write: (value: unknown) => undefined } => ({
  read: () => value,
  write: () => undefined,
})

/** The times of creation and of the last change, by the names that most resources have in the store. */
export const TIMES = {
  createdAt: storedAs('created_at', TEXT),
  updatedAt: storedAs('last_updated_at', TEXT),
} as const
