// Turns one validation error into one diagnostic, through a table by keyword; a keyword without an entry is
// reported generically, so that no error is lost.
import type { Complaint } from '../../../schemas/generated/validators.js'
import { placeOf } from '../../diagnostics/diagnostic.ts'
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import { listed, quoted } from '../../diagnostics/words.ts'
import { child, human, lastToken, type Pointer, parent, tokens } from '../../pointer.ts'
import { describe, describeKind, isObject } from '../kind.ts'
import { rewriteToOnly } from '../rewrite.ts'
import { withUnit } from './known.ts'
import { PATTERN_WORDS } from './patterns.ts'
import { holdsSecret, nameOf, type Speech, valueAt } from './speech.ts'

type Sayer = (speech: Speech, complaint: Complaint) => void

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

/** A key that is read as a check but has no parameters was probably meant as a setting. */
function sayNoCheck(speech: Speech, at: Pointer, shown: string): void {
  const name = lastToken(at) ?? ''
  const near = suggest(name, speech.vocabulary.names(parent(at)))
  speech.tell(
    'wrong-type',
    { key: at },
    `${nameOf(speech, at)} is read as a check and must be an object with its parameters, not ${shown}.${didYouMean(near)}`,
    { fix: rewriteToOnly(speech.parsed, { key: at }, undefined, near) },
  )
}

const sayType: Sayer = (speech, { instancePath: at, params }) => {
  const wanted = [params['type']].flat().map(String)
  const value = valueAt(speech.parsed, at)
  const shown = holdsSecret(at) ? describeKind(value) : describe(value)
  const siblings = at === '' ? [] : speech.vocabulary.names(parent(at))
  if (siblings.length > 0 && !siblings.includes(lastToken(at) ?? '')) {
    sayNoCheck(speech, at, shown)
    return
  }
  const place = placeOf(speech.parsed, at)
  const meant = typeof value === 'string' ? value.trim() : ''
  const number = wanted.includes('integer') ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/
  const mends =
    (wanted.includes('boolean') && /^(true|false)$/.test(meant)) ||
    (wanted.some(kind => kind === 'integer' || kind === 'number') && number.test(meant))
  const written = place.source.text.slice(place.span.start, place.span.end)
  const kinds = listed(
    wanted.map(kind => KINDS[kind] ?? kind),
    'or',
  )
  speech.tell('wrong-type', at, `${nameOf(speech, at)} must be ${kinds}, not ${shown}.`, {
    fix: mends && written.includes(meant) ? { place, text: meant } : undefined,
  })
}

const sayUnknown: Sayer = (speech, { instancePath: at, params }) => {
  const name = String(params['additionalProperty'])
  const pointer = child(at, name)
  const near = speech.corrections.get(pointer) ?? []
  const known = speech.vocabulary.names(at)
  const [first] = near
  const where = at === '' ? `the ${speech.vocabulary.root}` : `"${human(at)}"`
  const says =
    first?.toLowerCase() === name.toLowerCase()
      ? `"${name}" must be spelled "${first}": property names are case-sensitive.`
      : `${quoted(name)} is not a property of ${where}.${didYouMean(near)}`
  const advice = known.includes('override_params')
    ? 'Request parameters such as "temperature" belong in "override_params".'
    : `Known properties: ${listed(known, 'and')}.`
  const notes = near.length > 0 || known.length === 0 ? [] : [{ message: advice }]
  speech.tell('unknown-property', { key: pointer }, says, {
    notes,
    fix: rewriteToOnly(speech.parsed, { key: pointer }, undefined, near),
  })
}

const sayMissing: Sayer = (speech, { instancePath: at, params }) => {
  const name = String(params['missingProperty'])
  const value = valueAt(speech.parsed, at)
  if (isObject(value) && speech.meant(at, value).has(name)) return
  speech.tell(
    'missing-property',
    lastToken(at) === undefined ? at : { key: at },
    `${nameOf(speech, at)} requires "${name}".`,
  )
}

/** Longer lists are summarized by their length and a few examples. */
const MOST_LISTED = 30
const EXAMPLES = 3

function sayAllowed(allowed: readonly string[]): string {
  if (allowed.length <= MOST_LISTED) return listed(allowed, 'or')
  return `one of ${allowed.length} values, such as ${listed(allowed.slice(0, EXAMPLES), 'or')}`
}

const sayChoice: Sayer = (speech, { instancePath: at, params }) => {
  const allowed = (params['allowedValues'] as readonly unknown[]).map(String)
  const value = valueAt(speech.parsed, at)
  const near = typeof value === 'string' ? suggest(value, allowed) : []
  const says = `${nameOf(speech, at)} must be ${sayAllowed(allowed)}, not ${describe(value).replace('the string ', '')}.${didYouMean(near)}`
  speech.tell('unknown-value', at, says, {
    fix: rewriteToOnly(speech.parsed, at, value, near),
  })
}

const sayBound =
  (words: string): Sayer =>
  (speech, { instancePath: at, params }) => {
    const value = describe(valueAt(speech.parsed, at)).replace('the number ', '')
    speech.tell(
      'out-of-range',
      at,
      `${nameOf(speech, at)} must be ${words} ${withUnit(speech.vocabulary, at, Number(params['limit']))}, not ${value}.`,
    )
  }

const sayForm: Sayer = (speech, { instancePath: at, params }) => {
  // An item of a list has the description of its list.
  const name = tokens(at).findLast(token => !/^\d+$/.test(token)) ?? ''
  const words = PATTERN_WORDS[name] ?? `must match ${String(params['pattern'])}`
  speech.tell('wrong-form', at, `${nameOf(speech, at)} ${words}.`)
}

const sayEmpty: Sayer = (speech, { instancePath: at }) =>
  speech.tell('wrong-form', at, `${nameOf(speech, at)} must not be empty.`)

const sayAny: Sayer = (speech, { instancePath: at, keyword }) =>
  speech.tell('wrong-form', at, `${nameOf(speech, at)} violates the "${keyword}" rule of its schema.`)

const SAYERS: Readonly<Record<string, Sayer>> = {
  type: sayType,
  additionalProperties: sayUnknown,
  required: sayMissing,
  enum: sayChoice,
  minimum: sayBound('at least'),
  maximum: sayBound('at most'),
  pattern: sayForm,
  minLength: sayEmpty,
}

/** Reports one error. */
export function say(speech: Speech, complaint: Complaint): void {
  const sayer = SAYERS[complaint.keyword] ?? sayAny
  sayer(speech, complaint)
}
