// Turns one validation error into one diagnostic, through a table by keyword; a keyword without an entry is
// reported generically, so that no error is lost.
import { parameters } from '../../../schemas/generated/parameters.ts'
import type { SchemaValidationError } from '../../../schemas/generated/validators.ts'
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import {
  childPointer,
  formatPointer,
  lastToken,
  type Pointer,
  parentPointer,
  pointerTokens,
} from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { TYPE_NAMES } from '../../../schemas/values/type-names.ts'
import { type Fix, locationOf } from '../../diagnostics/diagnostic.ts'
import { mightBeSecretName } from '../../diagnostics/secret-names.ts'
import { propertyOfPeerWord } from '../../facts/canonical-names.ts'
import type { ParsedSource } from '../../source.ts'
import { replaceScalar, replaceWithOnly, safely } from '../reporting/replacement-fix.ts'
import type { ReportAt } from '../reporting/report.ts'
import {
  describeKind,
  describeValue,
  isJsonArray,
  isJsonObject,
  ownProperty,
  ungroupedNumber,
} from '../values/json-values.ts'
import { inOtherUnit, meantNumber } from './meant-number.ts'
import { PATTERN_DESCRIPTIONS } from './pattern-descriptions.ts'
import { type PropertyNames, withUnit } from './property-names.ts'

export interface MessageContext {
  readonly parsed: ParsedSource
  readonly propertyNames: PropertyNames
  readonly corrections: ReadonlyMap<Pointer, readonly string[]>
  readonly intendedNames: (pointer: Pointer, value: JsonObject) => ReadonlySet<string>
  /** Whether a value would be valid at a pointer, so that a fix can be offered; with `isWhole` also what is in it. */
  readonly accepts: (pointer: Pointer, value: Json, isWhole?: boolean) => boolean
  readonly report: ReportAt
}

/** The value at a pointer. */
function valueAtPointer(parsed: ParsedSource, pointer: Pointer): Json | undefined {
  return pointerTokens(pointer).reduce<Json | undefined>(
    (value, token) => (isJsonArray(value) ? value[Number(token)] : ownProperty(value, token)),
    parsed.value,
  )
}

const subjectName = ({ propertyNames }: MessageContext, pointer: Pointer): string =>
  pointer === '' ? `The ${propertyNames.root}` : `"${formatPointer(pointer)}"`

const holdsSecret = (pointer: Pointer): boolean => pointerTokens(pointer).some(mightBeSecretName)

type ErrorReporter = (context: MessageContext, error: SchemaValidationError) => void

/** A key that is read as a check but has no parameters was probably meant as a setting. */
function reportNotACheck(context: MessageContext, at: Pointer, shown: string): void {
  const name = lastToken(at) ?? ''
  const suggestions = suggest(name, context.propertyNames.names(parentPointer(at)))
  context.report(
    'wrong-type',
    { key: at },
    `${subjectName(context, at)} is read as a check and must be an object with its parameters, not ${shown}.${didYouMean(suggestions)}`,
    { fix: replaceWithOnly(context.parsed, { key: at }, undefined, suggestions) },
  )
}

/** Words of YAML 1.1 and of other formats for true and false. */
const SWITCHES: ReadonlyMap<string, string> = new Map([
  ...['yes', 'on', 'enabled'].map(word => [word, 'true'] as const),
  ...['no', 'off', 'disabled'].map(word => [word, 'false'] as const),
])

/** The property that a single value in the place of an object means, with the type of that value. */
const SHORT_FORMS: ReadonlyMap<string, readonly [property: string, type: string]> = new Map([
  ['retry', ['attempts', 'number']],
  ['cache', ['mode', 'string']],
  ['strategy', ['mode', 'string']],
])

/** The object that is meant by a single value, in a form that is valid in every source format. */
function objectWith(name: string, value: Json | undefined): string | undefined {
  const [property, type] = SHORT_FORMS.get(name) ?? []
  return property === undefined || typeof value !== type
    ? undefined
    : `{ "${property}": ${JSON.stringify(value)} }`
}

const reportType: ErrorReporter = (context, { instancePath: at, params }) => {
  const wanted = [params['type']].flat().map(String)
  const value = valueAtPointer(context.parsed, at)
  const shown = holdsSecret(at) ? describeKind(value) : describeValue(value)
  const siblings = at === '' ? [] : context.propertyNames.names(parentPointer(at))
  if (wanted.includes('object') && siblings.length > 0 && !siblings.includes(lastToken(at) ?? '')) {
    reportNotACheck(context, at, shown)
    return
  }
  const sourcePlace = locationOf(context.parsed, at)
  const trimmed = typeof value === 'string' ? value.trim() : ''
  const number = wanted.includes('integer') ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/
  const isConvertible =
    (wanted.includes('boolean') && /^(true|false)$/.test(trimmed)) ||
    (wanted.some(kind => kind === 'integer' || kind === 'number') && number.test(trimmed))
  const sourceText = sourcePlace.source.text.slice(sourcePlace.span.start, sourcePlace.span.end)
  const kinds = joinNames(
    wanted.map(kind => TYPE_NAMES[kind] ?? kind),
    'or',
  )
  const description = wanted.includes('string') ? PATTERN_DESCRIPTIONS[nameOf(at)] : undefined
  // What no pattern has.
  if (description !== undefined && !context.accepts(at, '\n')) {
    context.report('wrong-type', at, `${subjectName(context, at)} ${description}, not ${shown}.`)
    return
  }
  const quantity =
    typeof value === 'string' && wanted.some(kind => kind === 'integer' || kind === 'number')
      ? meantNumber(value, context.propertyNames.unit(at), number => context.accepts(at, number))
      : undefined
  const short = wanted.includes('object') ? objectWith(lastToken(at) ?? '', value) : undefined
  const written = short !== undefined && context.accepts(at, readFix(short), true) ? short : undefined
  const ungrouped = wanted.some(kind => kind === 'integer' || kind === 'number')
    ? ungroupedNumber(value)
    : undefined
  const meant =
    written ?? ungrouped ?? (wanted.includes('boolean') ? SWITCHES.get(trimmed.toLowerCase()) : undefined)
  const merged =
    wanted.includes('object') && typeof value === 'string'
      ? mergedName(value, context.propertyNames.names(at))
      : undefined
  const isMerged = merged !== undefined && sourceText.startsWith(merged)
  const listed = wanted.includes('array') && value !== undefined && !holdsSecret(at) ? [value] : undefined
  const isListed = listed !== undefined && typeof value !== 'object' && context.accepts(at, listed, true)
  const advised = meant ?? (isListed ? JSON.stringify(listed) : undefined)
  const advice =
    advised !== undefined ? ` Write ${advised}.` : isMerged ? writeColon(merged) : (quantity?.advice ?? '')
  const text =
    meant ?? (isConvertible && sourceText.includes(trimmed) ? trimmed : quantity?.number.toString())
  const isWritten = typeof value === 'string' ? sourceText.includes(value) : sourceText === String(value)
  context.report('wrong-type', at, `${subjectName(context, at)} must be ${kinds}, not ${shown}.${advice}`, {
    notes: wanted.includes('object') && written === undefined ? shapeNote(context, at) : [],
    fix:
      text !== undefined && isWritten && context.accepts(at, readFix(text))
        ? { location: sourcePlace, text, ...(quantity === undefined && { isSafe: true }) }
        : undefined,
  })
}

/** A name that took its value in, since there is no colon with a space between them. */
const NAME_AND_VALUE = /^(\w+)[\s:=]/

/** The property in a string that is one word with its value; if any name may be a property, any word. */
export function mergedName(text: string, known: readonly string[]): string | undefined {
  const name = NAME_AND_VALUE.exec(text)?.[1]
  return name !== undefined && (known.length === 0 || known.includes(name)) ? name : undefined
}

const writeColon = (name: string): string => ` Write ": " after ${quoteName(name)}.`

/** The value that a source has with the text of a fix. */
function readFix(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const reportUnknownProperty: ErrorReporter = (context, { instancePath: at, params }) => {
  const name = String(params['additionalProperty'])
  const pointer = childPointer(at, name)
  const suggestions = context.corrections.get(pointer) ?? []
  const known = context.propertyNames.names(at)
  const [first] = suggestions
  const owner = at === '' ? undefined : parentPointer(at)
  const isMisplaced =
    suggestions.length === 0 && owner !== undefined && context.propertyNames.names(owner).includes(name)
  if (isMisplaced) {
    const inner = quoteName(lastToken(at) ?? '')
    context.report(
      'unknown-property',
      { key: pointer },
      `${quoteName(name)} belongs beside ${inner}, not in it.`,
    )
    return
  }
  const where = at === '' ? `the ${context.propertyNames.root}` : `"${formatPointer(at)}"`
  const merged = known.length === 0 ? undefined : mergedName(name, known)
  const message =
    first?.toLowerCase() === name.toLowerCase()
      ? `"${name}" must be spelled "${first}": property names are case-sensitive.`
      : `${quoteName(name)} is not a property of ${where}.${merged === undefined ? didYouMean(suggestions) : writeColon(merged)}`
  const advice = adviceFor(name, known)
  const peerNote = { message: `With "spelling: peer" in the manifest, "${name}" is read as "${first}".` }
  const isPeerWord =
    first !== undefined &&
    propertyOfPeerWord(name) === first &&
    ownProperty(valueAtPointer(context.parsed, at), first) === undefined
  const notes = isPeerWord
    ? [peerNote]
    : first === 'hash' && name === 'key'
      ? [{ message: 'A manifest has only the hash of a key: "portolan key" makes both.' }]
      : suggestions.length > 0 || advice === undefined
        ? []
        : [{ message: advice }]
  context.report('unknown-property', { key: pointer }, message, {
    notes,
    fix:
      isSpelling(name, first) || isAccepted(context, at, name, first)
        ? safelyIfSpelled(
            name,
            first,
            replaceWithOnly(context.parsed, { key: pointer }, undefined, suggestions),
          )
        : undefined,
  })
}

/** Whether two words differ in capitals and in what joins their parts only. */
function isSpelling(written: Json | undefined, meant: string | undefined): boolean {
  const lettersOf = (word: Json | undefined): string => String(word).toLowerCase().replaceAll(/[_-]/g, '')
  return lettersOf(written) === lettersOf(meant)
}

const safelyIfSpelled = (
  written: Json | undefined,
  meant: string | undefined,
  fix: Fix | undefined,
): Fix | undefined => (isSpelling(written, meant) ? safely(fix) : fix)

/** Whether the value, or what a fix would make of it, is valid under the name that was probably meant; what is in it is another matter. */
function isAccepted(context: MessageContext, at: Pointer, name: string, meant: string | undefined): boolean {
  const value = ownProperty(valueAtPointer(context.parsed, at), name)
  if (meant === undefined || value === undefined) return false
  const place = childPointer(at, meant)
  return (
    context.accepts(place, value) ||
    (typeof value === 'string' && context.accepts(place, readFix(value.trim())))
  )
}

/** Words of other formats for files that are put together. */
const INCLUDES: ReadonlySet<string> = new Set(['include', 'includes', 'import', 'imports', 'extends', '$ref'])

function adviceFor(name: string, known: readonly string[]): string | undefined {
  if (!known.includes('override_params'))
    return known.length === 0 ? undefined : `Known properties: ${joinNames(known, 'and')}.`
  if (INCLUDES.has(name)) return 'YAML and JSON have no includes: a config in TypeScript imports its parts.'
  return Object.hasOwn(parameters, name) ? 'Parameters of requests belong in "override_params".' : undefined
}

const reportMissingProperty: ErrorReporter = (context, { instancePath: at, params }) => {
  const name = String(params['missingProperty'])
  const value = valueAtPointer(context.parsed, at)
  if (isJsonObject(value) && context.intendedNames(at, value).has(name)) return
  context.report(
    'missing-property',
    lastToken(at) === undefined ? at : { key: at },
    `${subjectName(context, at)} requires "${name}".`,
    { notes: shapeNote(context, at) },
  )
}

/** Longer lists are summarized by their length and a few examples. */
const MAX_LISTED = 30
const EXAMPLES = 3

/** What the object at a pointer may have. The root has too much for a note. */
function shapeNote({ propertyNames }: MessageContext, at: Pointer): readonly { readonly message: string }[] {
  const names = propertyNames.names(at)
  return at === '' || names.length === 0 || names.length > MAX_LISTED
    ? []
    : [{ message: `Its properties: ${joinNames(names, 'and')}.` }]
}

function formatAllowed(allowed: readonly string[]): string {
  if (allowed.length <= MAX_LISTED) return joinNames(allowed, 'or')
  return `one of ${allowed.length} values, such as ${joinNames(allowed.slice(0, EXAMPLES), 'or')}`
}

const reportUnknownValue: ErrorReporter = (context, { instancePath: at, params }) => {
  const allowed = (params['allowedValues'] as readonly unknown[]).map(String)
  const value = valueAtPointer(context.parsed, at)
  const suggestions = typeof value === 'string' ? suggest(value, allowed) : []
  const place = locationOf(context.parsed, at)
  const written = place.source.text.slice(place.span.start, place.span.end)
  const unquoted =
    typeof value === 'number' && allowed.includes(written) ? JSON.stringify(written) : undefined
  const advice = unquoted === undefined ? didYouMean(suggestions) : ` Write ${unquoted}, in quotes.`
  const message = `${subjectName(context, at)} must be ${formatAllowed(allowed)}, not ${describeValue(value).replace('the string ', '')}.${advice}`
  if (unquoted !== undefined && context.accepts(at, written)) {
    context.report('unknown-value', at, message, { fix: { location: place, text: unquoted, isSafe: true } })
    return
  }
  context.report('unknown-value', at, message, {
    fix: safelyIfSpelled(value, suggestions[0], replaceWithOnly(context.parsed, at, value, suggestions)),
  })
}

const reportOutOfRange =
  (description: string): ErrorReporter =>
  (context, { instancePath: at, params }) => {
    const value = valueAtPointer(context.parsed, at)
    const limit = Number(params['limit'])
    const { propertyNames } = context
    const meant = inOtherUnit(value, limit, propertyNames.unit(at), number => context.accepts(at, number))
    const shown = describeValue(value).replace('the number ', '')
    context.report(
      'out-of-range',
      at,
      `${subjectName(context, at)} must be ${description} ${withUnit(propertyNames, at, limit)}, not ${shown}.${meant?.advice ?? ''}`,
      { fix: meant && replaceScalar(context.parsed, at, value ?? null, String(meant.number)) },
    )
  }

/** The name of a property; an item of a list has that of its list. */
const nameOf = (at: Pointer): string => pointerTokens(at).findLast(token => !/^\d+$/.test(token)) ?? ''

const reportPattern: ErrorReporter = (context, { instancePath: at, params }) => {
  const description = PATTERN_DESCRIPTIONS[nameOf(at)] ?? `must match ${String(params['pattern'])}`
  context.report('wrong-form', at, `${subjectName(context, at)} ${description}.`)
}

const reportEmpty: ErrorReporter = (context, { instancePath: at }) =>
  context.report('wrong-form', at, `${subjectName(context, at)} must not be empty.`)

const reportCount =
  (description: string): ErrorReporter =>
  (context, error) => {
    const { instancePath: at, params } = error
    const limit = Number(params['limit'])
    if (error.keyword === 'minItems' && limit === 1) reportEmpty(context, error)
    else
      context.report(
        'out-of-range',
        at,
        `${subjectName(context, at)} must have ${description} ${limit} items.`,
      )
  }

const reportOther: ErrorReporter = (context, { instancePath: at, keyword }) =>
  context.report(
    'wrong-form',
    at,
    `${subjectName(context, at)} violates the "${keyword}" rule of its schema.`,
  )

const REPORTERS: Readonly<Record<string, ErrorReporter>> = {
  type: reportType,
  additionalProperties: reportUnknownProperty,
  required: reportMissingProperty,
  enum: reportUnknownValue,
  minimum: reportOutOfRange('at least'),
  maximum: reportOutOfRange('at most'),
  pattern: reportPattern,
  minLength: reportEmpty,
  minItems: reportCount('at least'),
  maxItems: reportCount('at most'),
}

/** Reports one error. */
export function reportSchemaError(context: MessageContext, error: SchemaValidationError): void {
  const reporter = REPORTERS[error.keyword] ?? reportOther
  reporter(context, error)
}
