// Changes of a resource by PATCH (RFC 7644, section 3.5.2), as Okta and Entra send them. A document has every attribute that
// is stored, null if it is unset; changes of other attributes are accepted and change nothing.
import {
  asList,
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { type Equality, equals, exactly, parseFilter, withoutSchema } from './filter.ts'

type Verb = 'add' | 'replace' | 'remove'

interface Target {
  /** As the document spells it. */
  readonly name: string
  readonly selects: Equality | undefined
  readonly part: string | undefined
}

const PATH = /^([A-Za-z$][\w$-]*)(?:\[(.*)\])?(?:\.([A-Za-z$][\w$-]*))?$/s

/** The document after all changes, or why one of them cannot be made; `operations` are valid by the schema of the route. */
export function patchDocument(document: JsonObject, operations: Json | undefined): JsonObject | Failure {
  let current = document
  for (const [index, item] of asList(operations).entries()) {
    const { op, path, value } = asObject(item)
    const at = `Operations[${index}]`
    const verb = readVerb(asText(op), at)
    if (isFailure(verb)) return verb
    const changes = changesOf(verb, asText(path), value, at)
    if (isFailure(changes)) return changes
    for (const [name, each] of changes) {
      const next = applyChange(current, verb, name, each, at)
      if (isFailure(next)) return next
      current = next
    }
  }
  return current
}

/**
 * The identifiers of the members whom the operations name: to apply them, no other member has to be known. `all` where one of them replaces
 * or removes all, or selects by something else.
 */
export function membersNamed(operations: Json | undefined): ReadonlySet<string> | 'all' {
  const named = new Set<string>()
  for (const item of asList(operations)) {
    const { op, path, value } = asObject(item)
    const verb = asText(op)?.toLowerCase()
    const text = asText(path) ?? ''
    const changes = text === '' ? Object.entries(asObject(value)) : [[text, value] as const]
    for (const [name, each] of changes) {
      const [, attribute = '', filter, part] = PATH.exec(withoutSchema(name)) ?? []
      if (attribute.toLowerCase() !== 'members') continue
      const found = filter === undefined ? undefined : parseFilter(filter)
      const [equality] = found === undefined || isFailure(found) ? [] : found
      if (equality?.attribute === 'value' && part === undefined) {
        named.add(String(equality.value))
        // One may be replaced by another.
        if (verb !== 'remove') named.add(identityOf(each ?? null))
      } else if (filter !== undefined || part !== undefined) return 'all'
      // Without a value, all are removed.
      else if (verb === 'add' || (verb === 'remove' && each !== undefined && each !== null))
        for (const member of isList(each) ? each : [each ?? null]) named.add(identityOf(member))
      else return 'all'
    }
  }
  return named
}

const readVerb = (op: string | undefined, at: string): Verb | Failure =>
  (['add', 'replace', 'remove'] as const).find(name => name === op?.toLowerCase()) ??
  failure('invalid_request', `op must be add, replace or remove, not ${quoted(op ?? '')}.`, {
    param: `${at}.op`,
  })

/** One path, or without it each attribute of the value. */
function changesOf(
  verb: Verb,
  path: string | undefined,
  value: Json | undefined,
  at: string,
): readonly (readonly [string, Json | undefined])[] | Failure {
  if (verb !== 'remove' && value === undefined)
    return failure('invalid_request', `${at} has no value.`, { param: `${at}.value` })
  if (path !== undefined && path !== '') return [[path, value]]
  if (verb === 'remove')
    return failure('invalid_request', `${at} removes and has no path.`, { param: `${at}.target` })
  return isObject(value)
    ? Object.entries(value)
    : failure('invalid_request', `${at} has no path, so its value must have attributes.`, {
        param: `${at}.value`,
      })
}

function applyChange(
  document: JsonObject,
  verb: Verb,
  path: string,
  value: Json | undefined,
  at: string,
): JsonObject | Failure {
  const target = readPath(document, path, at)
  if (target === undefined || isFailure(target)) return target ?? document
  const changed = changeAttribute(document[target.name], verb, target, value)
  return changed === undefined
    ? failure('invalid_request', `Nothing is at ${quoted(path)}.`, { param: `${at}.target` })
    : { ...document, [target.name]: changed }
}

/** Undefined for attributes that are not stored. */
function readPath(document: JsonObject, text: string, at: string): Target | Failure | undefined {
  const path = withoutSchema(text)
  // Attributes of schemas of the directory.
  if (/^urn:/i.test(path)) return undefined
  const [, first, filter, part] = PATH.exec(path) ?? []
  const equality = filter === undefined ? undefined : parseFilter(filter)
  if (first === undefined || (equality !== undefined && (isFailure(equality) || equality.length !== 1)))
    return failure('invalid_request', `The path ${quoted(text)} is not supported.`, { param: `${at}.path` })
  const name = spelling(document, first)
  if (name === undefined) return undefined
  return { name, part, selects: equality === undefined || isFailure(equality) ? undefined : equality[0] }
}

/** Names of attributes are read in any case. */
const spelling = (document: JsonObject, name: string): string | undefined =>
  Object.keys(document).find(key => key.toLowerCase() === name.toLowerCase())

/** Undefined where nothing is selected that could be replaced. */
function changeAttribute(
  current: Json | undefined,
  verb: Verb,
  { selects, part }: Target,
  value: Json | undefined,
): Json | undefined {
  if (isList(current)) {
    if (selects !== undefined) return changeSelected(current, verb, selects, part, value)
    if (part !== undefined) return current.map(item => changePart(asObject(item), verb, part, value))
    return changeList(current, verb, value)
  }
  if (part !== undefined) return changePart(asObject(current), verb, part, value)
  if (verb === 'remove') return isObject(current) ? {} : null
  return isObject(current) && isObject(value) ? merge(current, value) : (value ?? null)
}

function changeSelected(
  items: readonly Json[],
  verb: Verb,
  { attribute, value: wanted }: Equality,
  part: string | undefined,
  value: Json | undefined,
): Json | undefined {
  const isSelected = (item: Json): boolean => {
    const object = asObject(item)
    return equals(
      object[spelling(object, attribute) ?? attribute],
      wanted,
      attribute === 'value' ? exactly : undefined,
    )
  }
  if (!items.some(isSelected)) {
    if (verb !== 'add') return verb === 'remove' ? items : undefined
    const added = part === undefined ? asObject(value) : { [part]: value ?? null }
    return [...items, { [attribute]: wanted, ...added }]
  }
  if (verb === 'remove' && part === undefined) return items.filter(item => !isSelected(item))
  return items.map(item => {
    if (!isSelected(item)) return item
    return part === undefined
      ? merge(asObject(item), asObject(value))
      : changePart(asObject(item), verb, part, value)
  })
}

function changePart(object: JsonObject, verb: Verb, part: string, value: Json | undefined): JsonObject {
  const name = spelling(object, part) ?? part
  return { ...object, [name]: verb === 'remove' ? null : (value ?? null) }
}

const merge = (object: JsonObject, value: JsonObject): JsonObject =>
  Object.entries(value).reduce((merged, [name, each]) => changePart(merged, 'replace', name, each), object)

function changeList(items: readonly Json[], verb: Verb, value: Json | undefined): readonly Json[] {
  const given = value === undefined || value === null ? [] : isList(value) ? value : [value]
  if (verb === 'replace') return given
  if (verb === 'add') {
    const known = new Set(items.map(identityOf))
    return [...items, ...given.filter(item => !known.has(identityOf(item)))]
  }
  // Entra removes members by value; without one, all are removed.
  if (value === undefined || value === null) return []
  const removed = new Set(given.map(identityOf))
  return items.filter(item => !removed.has(identityOf(item)))
}

/** What makes two items of a list the same. */
const identityOf = (item: Json): string =>
  asText(item) ?? asText(asObject(item)['value']) ?? JSON.stringify(item)
