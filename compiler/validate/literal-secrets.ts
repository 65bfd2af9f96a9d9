// The literal secrets of a value: below secret properties, below unknown properties that may be misspelled
// secrets, and in check parameters. Where any content is allowed (override_params, queries), names are not
// evidence of a secret.
import { shapes } from '../../schemas/generated/facts.ts'
import type { Json } from '../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'
import { isKeyHash, mightBeSecretName } from '../diagnostics/secret-names.ts'
import type { Catalog } from '../facts/catalog.ts'
import { parseSecretReference } from '../facts/secret.ts'
import { checkId } from '../lower/check.ts'
import { isShorthand } from './guards.ts'
import { isJsonArray, isJsonObject, ownProperty } from './json-values.ts'
import { isServiceUrl, passwordsOf } from './service-url.ts'
import { schemaProperties } from './structure/parameter-names.ts'

export interface LiteralSecret {
  /** The pointer of the property's value, or of a value inside it. */
  readonly pointer: Pointer
  readonly texts: readonly string[]
}

type CheckLookup = Pick<Catalog, 'check'>

/**
 * Every string and number below a secret property that is not a reference; numbers, since a key may be written as
 * one.
 */
function* literalsIn(value: Json, pointer: Pointer): Generator<LiteralSecret> {
  if (isJsonArray(value))
    for (const [index, item] of value.entries()) yield* literalsIn(item, childPointer(pointer, index))
  else if (isJsonObject(value))
    for (const [name, item] of Object.entries(value)) yield* literalsIn(item, childPointer(pointer, name))
  else if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value)
    if (text !== '' && parseSecretReference(text) === undefined)
      yield { pointer, texts: [text, ...text.split(/[\r\n]+/)] }
  }
}

/**
 * The secrets among the parameters of a check; for a known check its schema marks them, for an unknown one any name
 * may be a secret.
 */
function* literalSecretsOfCheck(
  value: Json,
  name: string,
  checks: CheckLookup,
  pointer: Pointer,
): Generator<LiteralSecret> {
  const facts = checks.check(checkId(name))
  if (facts === undefined) yield* literalSecrets(value, undefined, checks, pointer)
  else if (isJsonObject(value)) {
    const known = schemaProperties(facts.parameters)
    for (const [parameter, item] of Object.entries(value))
      if (
        facts.secrets.includes(parameter) ||
        (!Object.hasOwn(known, parameter) && mightBeSecretName(parameter))
      )
        yield* literalsIn(item, childPointer(pointer, parameter))
  }
}

/** Properties that only sound like secrets, by the kind of their object. */
const SOUNDS_SECRET: Readonly<Record<string, readonly string[]>> = {
  SecretReference: ['secret_key', 'auth_config'],
  Mcp: ['token_scopes'],
  McpAuth: ['token_url'],
}
/** Properties whose objects have secrets among other things; in place of the object, anything may be one. */
const HOLDS_SECRETS: Readonly<Record<string, readonly string[]>> = { McpServer: ['auth'] }

const isNameOfSecret = (kind: string | undefined, name: string, value: Json): boolean =>
  mightBeSecretName(name) &&
  SOUNDS_SECRET[kind ?? '']?.includes(name) !== true &&
  !(HOLDS_SECRETS[kind ?? '']?.includes(name) === true && isJsonObject(value))

/** The key itself where its hash belongs. */
const isKeyForHash = (kind: string | undefined, name: string, value: Json): boolean =>
  kind === 'ApiKey' && name === 'hash' && typeof value === 'string' && !isKeyHash(value)

/** The property of calls that a condition of a policy reads. */
const isFactKey = (kind: string | undefined, name: string): boolean =>
  name === 'key' && (kind === 'LimitCondition' || kind === 'LimitGroup')

/**
 * The literal secrets of a value whose schema has the title `kind`. Below an unknown property the kind is undefined,
 * and every name is considered.
 */
export function* literalSecrets(
  value: Json,
  kind: string | undefined,
  checks: CheckLookup,
  pointer: Pointer = '',
): Generator<LiteralSecret> {
  if (isJsonArray(value))
    for (const [index, item] of value.entries())
      yield* literalSecrets(item, kind, checks, childPointer(pointer, index))
  if (!isJsonObject(value)) return
  const shape = kind === undefined ? {} : (shapes[kind] ?? {})
  const check = kind === 'Check' ? ownProperty(value, 'id') : undefined
  for (const [name, item] of Object.entries(value)) {
    const at = childPointer(pointer, name)
    const childKind = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (kind !== undefined && isShorthand(kind, name)) yield* literalSecretsOfCheck(item, name, checks, at)
    else if (kind === 'Check' && name === 'parameters')
      yield* literalSecretsOfCheck(item, String(check), checks, at)
    else if (isFactKey(kind, name)) continue
    else if (isNameOfSecret(kind, name, item) || isKeyForHash(kind, name, item)) yield* literalsIn(item, at)
    else if (isServiceUrl(kind, name) && typeof item === 'string') {
      const texts = passwordsOf(item)
      if (texts.length > 0) yield { pointer: at, texts: [item, ...texts] }
    } else if (childKind === undefined || typeof childKind === 'string')
      yield* literalSecrets(item, childKind, checks, at)
    else if (childKind !== null && typeof item === 'object' && item !== null)
      for (const [key, each] of Object.entries(item))
        yield* literalSecrets(each, childKind[0], checks, childPointer(at, key))
  }
}
