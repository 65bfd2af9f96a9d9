// Validates bodies against the interface's schema before any provider is called: all violations at once, with paths.

import type { SchemaValidationError, Validator } from '../../schemas/generated/validators.ts'
import { joinNames } from '../../schemas/values/format-names.ts'
import { adviseTypes } from '../../schemas/values/type-names.ts'
import { type Failure, failure } from './failures.ts'

/** More violations than this are counted, not listed. */
const MAX_REPORTED = 10

type Errors = readonly SchemaValidationError[]

/** Why the body does not match the schema; undefined when it does. `reduce` leaves one error for each mistake. */
export function validateBody(
  validator: Validator,
  body: unknown,
  reduce: (errors: Errors) => Errors = errors => errors,
): Failure | undefined {
  if (validator(body)) return undefined
  const violations = reduce(validator.errors ?? [])
    .filter(({ keyword }) => !SUMMARIES.has(keyword))
    .map(toViolation)
  const [first] = violations
  if (first === undefined) return undefined
  const more = violations.length - MAX_REPORTED
  const sentences = violations.slice(0, MAX_REPORTED).map(({ sentence }) => sentence)
  if (more > 0) sentences.push(`There are ${more} more errors.`)
  return failure('invalid_request', sentences.join(' '), { param: first.param })
}

/** Keywords that only say that another one failed. */
const SUMMARIES: ReadonlySet<string> = new Set(['propertyNames', 'if'])

interface Violation {
  readonly param: string
  readonly sentence: string
}

const LIMIT_SENTENCES: Readonly<Record<string, (limit: string) => string>> = {
  minimum: limit => `must be at least ${limit}`,
  maximum: limit => `must be at most ${limit}`,
  minLength: () => 'must not be empty',
  maxLength: limit => `must have at most ${limit} characters`,
  minItems: limit => `must have at least ${limit} item${limit === '1' ? '' : 's'}`,
  maxItems: limit => `must have at most ${limit} items`,
  maxProperties: limit => `must have at most ${limit} properties`,
}

function toViolation({ instancePath, keyword, params, propertyName }: SchemaValidationError): Violation {
  const param = formatPath(instancePath)
  if (keyword === 'required') {
    const name = String(params['missingProperty'])
    return { param: param === '' ? name : `${param}.${name}`, sentence: `${name} is missing.` }
  }
  if (keyword === 'type') {
    const kinds = adviseTypes([params['type']].flat().map(String))
    return { param, sentence: `${param} must be ${kinds.join(' or ')}.` }
  }
  if (keyword === 'enum') {
    const allowed = joinNames([params['allowedValues']].flat().map(String), 'or')
    return { param, sentence: `${param} must be ${allowed}.` }
  }
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty']).slice(0, MAX_NAME)
    return { param: param === '' ? name : `${param}.${name}`, sentence: `${name} is not a known property.` }
  }
  if (keyword === 'pattern') {
    const limit = /^\^\[\\s\\S\]\{0,(\d+)\}\$$/.exec(String(params['pattern']))?.[1]
    if (propertyName === undefined)
      return {
        param,
        sentence:
          limit === undefined
            ? `${param} ${describePattern(String(params['pattern']))}.`
            : `${param} must have at most ${limit} characters.`,
      }
    const key = `${param}.${propertyName.slice(0, MAX_NAME)}`
    const rule =
      limit === undefined
        ? describePattern(String(params['pattern']))
        : `must have at most ${limit} characters`
    return { param: key, sentence: `Keys of ${param} ${rule}.` }
  }
  if (keyword === 'minProperties') return { param, sentence: `${param || 'The body'} must not be empty.` }
  const clause = LIMIT_SENTENCES[keyword]?.(String(params['limit'])) ?? 'is not valid'
  return { param, sentence: `${param} ${clause}.` }
}

/** The characters and the length, or the names, that a pattern lists; any other pattern is the shortest description of itself. */
function describePattern(pattern: string): string {
  const characters = CHARACTERS.exec(pattern)
  if (characters !== null) return describeCharacters(characters)
  const names = /^\^\(([\w|\\.+]+)\)\$$/.exec(pattern)?.[1]?.split('|')
  if (names === undefined) return `must match ${pattern}`
  const shown = names.map(name => name.replace(/\\\..*$/, '.<name>'))
  return `must be ${joinNames(shown, 'or')}`
}

/** One or two classes of characters, the first one of the first character, and a length. */
const CHARACTERS = /^\^(?:\[([^\]]+)\])?\[([^\]]+)\]\{(\d+),(\d+)\}\$$/

/** Ranges and characters in the order in which a sentence has them. */
const NAMES_OF_CHARACTERS: readonly (readonly [part: RegExp, name: string])[] = [
  [/a-zA-Z|A-Za-z/, 'letters'],
  [/(?<!A-Z)a-z(?!A-Z)/, 'lower-case letters'],
  [/0-9/, 'digits'],
  [/\./, 'dots'],
  [/-$/, 'hyphens'],
  [/_/, 'underscores'],
]

function describeCharacters([, first, rest = '', least, most]: RegExpExecArray): string {
  const namesOf = (characters: string): readonly string[] =>
    NAMES_OF_CHARACTERS.flatMap(([part, name]) => (part.test(characters) ? [name] : []))
  const before = first === undefined ? 0 : 1
  const shortest = Number(least) + before
  const longest = Number(most) + before
  const length = shortest > 1 ? `${shortest} to ${longest}` : `at most ${longest}`
  const start =
    first === undefined
      ? ''
      : `, and begin with ${joinNames(
          namesOf(first).map(name => `a ${name.slice(0, -1)}`),
          'or',
        )}`
  return `must consist of ${length} ${joinNames(namesOf(rest), 'and')}${start}`
}

const MAX_NAME = 64

/** `/stop/0` as `stop[0]`; names are truncated, since a client's may be as long as the body. */
const formatPath = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, MAX_NAME))
    .reduce(
      (path, token) => (/^\d+$/.test(token) ? `${path}[${token}]` : path === '' ? token : `${path}.${token}`),
      '',
    )
