// The literal secrets of a value: below secret properties, below unknown properties that may be misspelled
// secrets, and in check parameters. Where any content is allowed (override_params, queries), names are not
// evidence of a secret.
import { shapes } from '../../schemas/generated/facts.ts'
import type { Catalog } from '../catalog.ts'
import { mayNameASecret } from '../diagnostics/secret-names.ts'
import { checkId } from '../lower/guard-check.ts'
import { child, type Pointer } from '../pointer.ts'
import { secretReference } from '../secret.ts'
import type { Json } from '../source.ts'
import { isShorthand } from './guards.ts'
import { isList, isObject, own } from './kind.ts'
import { isServiceAddress, passwordsOf } from './service-url.ts'
import { propertiesOf } from './structure/parameters.ts'

export interface LiteralSecret {
  /** The pointer of the property's value, or of a value inside it. */
  readonly pointer: Pointer
  readonly texts: readonly string[]
}

type Checks = Pick<Catalog, 'check'>

/**
 * Every string and number below a secret property that is not a reference; numbers, since a key may be written as
 * one.
 */
function* literalsIn(value: Json, pointer: Pointer): Generator<LiteralSecret> {
  if (isList(value))
    for (const [index, item] of value.entries()) yield* literalsIn(item, child(pointer, index))
  else if (isObject(value))
    for (const [name, item] of Object.entries(value)) yield* literalsIn(item, child(pointer, name))
  else if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value)
    if (text !== '' && secretReference(text) === undefined)
      yield { pointer, texts: [text, ...text.split(/[\r\n]+/)] }
  }
}

/**
 * The secrets among the parameters of a check; for a known check its schema marks them, for an unknown one any name
 * may be a secret.
 */
function* secretsOfCheck(
  value: Json,
  name: string,
  checks: Checks,
  pointer: Pointer,
): Generator<LiteralSecret> {
  const facts = checks.check(checkId(name))
  if (facts === undefined) yield* secretsOf(value, undefined, checks, pointer)
  else if (isObject(value)) {
    const known = propertiesOf(facts.parameters)
    for (const [parameter, item] of Object.entries(value))
      if (
        facts.secrets.includes(parameter) ||
        (!Object.hasOwn(known, parameter) && mayNameASecret(parameter))
      )
        yield* literalsIn(item, child(pointer, parameter))
  }
}

/**
 * The literal secrets of a value whose schema has the title `kind`. Below an unknown property the kind is undefined,
 * and every name is considered.
 */
export function* secretsOf(
  value: Json,
  kind: string | undefined,
  checks: Checks,
  pointer: Pointer = '',
): Generator<LiteralSecret> {
  if (isList(value))
    for (const [index, item] of value.entries()) yield* secretsOf(item, kind, checks, child(pointer, index))
  if (!isObject(value)) return
  const shape = kind === undefined ? {} : (shapes[kind] ?? {})
  const check = kind === 'Check' ? own(value, 'id') : undefined
  for (const [name, item] of Object.entries(value)) {
    const at = child(pointer, name)
    const below = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (kind !== undefined && isShorthand(kind, name)) yield* secretsOfCheck(item, name, checks, at)
    else if (kind === 'Check' && name === 'parameters') yield* secretsOfCheck(item, String(check), checks, at)
    else if (mayNameASecret(name)) yield* literalsIn(item, at)
    else if (isServiceAddress(kind, name) && typeof item === 'string') {
      const texts = passwordsOf(item)
      if (texts.length > 0) yield { pointer: at, texts: [item, ...texts] }
    } else if (below === undefined || typeof below === 'string') yield* secretsOf(item, below, checks, at)
    else if (below !== null && typeof item === 'object' && item !== null)
      for (const [key, each] of Object.entries(item)) yield* secretsOf(each, below[0], checks, child(at, key))
  }
}
