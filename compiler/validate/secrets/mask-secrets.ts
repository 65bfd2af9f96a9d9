// Finds the literal secrets of a value: below secret properties, below unknown properties that may be misspelled secrets, and in check
// parameters; where any content is allowed (override_params, queries), names are not evidence of a secret. Masks them in diagnostics: their values, and every other occurrence of the same characters (comments,
// anchors, messages). Offsets stay valid, since each character is replaced by one asterisk.
import { configFacts, shapes } from '../../../schemas/generated/facts.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import { asterisks } from '../../diagnostics/mask.ts'
import { isKeyHash, mightBeSecretName } from '../../diagnostics/secret-names.ts'
import type { Catalog } from '../../facts/catalog.ts'
import { parseSecretReference } from '../../facts/secret.ts'
import { checkId } from '../../lower/check.ts'
import type { ParsedSource, Source, SourceSpan } from '../../source.ts'
import { isShorthand } from '../nodes/guards.ts'
import { schemaProperties } from '../structure/check-parameters.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'
import { isServiceUrl, passwordsOf } from '../values/service-url.ts'

/** Shorter strings are not masked elsewhere: they would match by accident and blank the whole text. */
const MIN_MASKED_LENGTH = 4

/** Property names of the interface, which may occur in a secret object and must not be masked in messages. */
const PROPERTY_NAMES: readonly string[] = Object.keys(configFacts)

/** Part of a property name. */
const isPublic = (text: string): boolean => PROPERTY_NAMES.some(name => name.includes(text))

/** A string in quotes; an escape is two characters. */
const QUOTED = /(["'`])((?:\\.|(?!\1)[^\\\r\n])*)\1/g

/** The parts of secrets that an expression puts together: strings in quotes that a secret contains. */
function* partsIn(text: string, secrets: readonly string[]): Generator<SourceSpan> {
  if (secrets.length === 0) return
  const whole = secrets.join('\n')
  for (const match of text.matchAll(QUOTED)) {
    const part = match[2] ?? ''
    if (part.length < MIN_MASKED_LENGTH || isPublic(part) || !whole.includes(part)) continue
    const start = match.index + 1
    yield { start, end: start + part.length }
  }
}

function maskSpans(text: string, spans: readonly SourceSpan[]): string {
  let masked = ''
  let done = 0
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= done) continue
    const from = Math.max(start, done)
    masked += text.slice(done, from) + asterisks(text.slice(from, end))
    done = end
  }
  return masked + text.slice(done)
}

/**
 * A report that shows no literal secret of the text in frames, messages, notes or fixes. `kind` is the schema title
 * of the root.
 */
export function maskingReport(
  parsed: ParsedSource,
  kind: string,
  catalog: Pick<Catalog, 'check' | 'providerNames'>,
  report: ReportDiagnostic,
): ReportDiagnostic {
  const secrets = Array.from(literalSecrets(parsed.value, kind, catalog))
  if (secrets.length === 0) return report
  const literals = Array.from(new Set(secrets.flatMap(({ texts }) => texts)))
    .filter(
      text => text.length >= MIN_MASKED_LENGTH && !isPublic(text) && !catalog.providerNames.includes(text),
    )
    .sort((a, b) => b.length - a.length)
  const spans = secrets.flatMap(({ pointer }) => parsed.origins.get(pointer)?.value ?? [])
  const mask = (text: string): string =>
    literals.reduce(
      (masked, literal) =>
        masked.includes(literal) ? masked.replaceAll(literal, asterisks(literal)) : masked,
      text,
    )
  /** The secrets that are not written literally in a source. */
  const composed = ({ text }: Source): readonly string[] =>
    literals.filter(literal => !text.includes(literal))
  const sources = new Map<Source, Source>()
  const maskedSource = (source: Source): Source => {
    const maskedCopy = sources.get(source) ?? {
      name: source.name,
      text: mask(
        maskSpans(source.text, [
          ...spans.filter(span => (span.source ?? parsed.source) === source),
          ...partsIn(source.text, composed(source)),
        ]),
      ),
    }
    sources.set(source, maskedCopy)
    return maskedCopy
  }
  return ({ message, location, notes, fix, ...others }) =>
    report({
      ...others,
      message: mask(message),
      location: { ...location, source: maskedSource(location.source) },
      notes: notes.map(note => ({
        message: mask(note.message),
        ...(note.location && { location: { ...note.location, source: maskedSource(note.location.source) } }),
      })),
      ...(fix && fix.text === mask(fix.text) && { fix }),
    })
}

interface LiteralSecret {
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

/** A key in hexadecimal digits where the slug of a provider belongs. */
const SLUG_NAMES: ReadonlySet<string> = new Set(['provider', 'virtual_key'])
const HEX_KEY = /^@?[0-9a-f]{24,}$/i

/** What the rule of a flow names besides references: the secrets of a provider. */
const isSlug = (value: Json): boolean =>
  typeof value === 'string' && /^@[\w.-]{1,128}$/.test(value) && !HEX_KEY.test(value)

/** The property of calls that a condition of a policy reads. */
const isFactKey = (kind: string | undefined, name: string): boolean =>
  name === 'key' && (kind === 'LimitCondition' || kind === 'LimitGroup')

/**
 * The literal secrets of a value whose schema has the title `kind`. Below an unknown property the kind is undefined,
 * and every name is considered.
 */
function* literalSecrets(
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
    else if (kind === 'FlowRule' && name === 'secrets' && isJsonArray(item)) {
      for (const [index, each] of item.entries())
        if (!isSlug(each)) yield* literalsIn(each, childPointer(at, index))
    } else if (isNameOfSecret(kind, name, item) || isKeyForHash(kind, name, item)) yield* literalsIn(item, at)
    else if (SLUG_NAMES.has(name) && typeof item === 'string' && HEX_KEY.test(item))
      yield { pointer: at, texts: [item, item.replace(/^@/, '')] }
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
