// Reads the query of a request by the facts of its route. What the route does not have is refused: a filter that is misspelled
// must not list everything.
import type { QueryFact } from '../../../schemas/generated/control-routes.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { ApiRequest } from './api-request.ts'
import { readTime } from './read-time.ts'

type QueryValue = string | number | boolean

export function readQuery(
  path: string,
  facts: Readonly<Record<string, QueryFact>>,
  parameters: ApiRequest['path'] = {},
): ApiRequest['query'] | Failure {
  const start = path.indexOf('?')
  const given = start < 0 ? new URLSearchParams() : readNames(path.slice(start + 1), facts, parameters)
  const unknown = [...given.keys()].find(name => !Object.hasOwn(facts, name))
  if (unknown !== undefined) return unknownParameter(unknown, Object.keys(facts))
  const query: Record<string, QueryValue | undefined> = {}
  for (const [name, fact] of Object.entries(facts)) {
    const texts = given.getAll(name)
    if (texts.length > 1)
      return failure('invalid_request', `${name} is repeated in the query.`, { param: name })
    const [text] = texts
    if (text === undefined && fact.required === true)
      return failure('invalid_request', `The query lacks ${name}.`, { param: name })
    const value = text === undefined ? fact.default : readValue(name, text, fact)
    if (isFailure(value)) return value
    query[name] = value
  }
  return query
}

/**
 * Portkey clients write pages of people as `pageSize` and `currentPage`, and repeat parameters of the path (portkey-ai 3.1.0 and 2.3.4,
 * `admin`).
 */
function readNames(
  text: string,
  facts: Readonly<Record<string, QueryFact>>,
  parameters: ApiRequest['path'],
): URLSearchParams {
  const isRepeated = (name: string, value: string): boolean =>
    !Object.hasOwn(facts, name) && Object.hasOwn(parameters, name) && parameters[name] === value
  const ownName = (name: string): string => {
    const own = name === 'pageSize' ? 'page_size' : name === 'currentPage' ? 'current_page' : name
    return Object.hasOwn(facts, own) ? own : name
  }
  return new URLSearchParams(
    [...new URLSearchParams(text)]
      .filter(([name, value]) => !isRepeated(name, value))
      .map(([name, value]) => [ownName(name), value]),
  )
}

function readValue(name: string, text: string, fact: QueryFact): QueryValue | Failure {
  const wrong = (expected: string): Failure =>
    failure('invalid_request', `${name} must be ${expected}, not ${quoted(text)}.`, { param: name })
  if (fact.type === 'integer') {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = fact
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
    return value >= minimum && value <= maximum ? value : wrong(`an integer of at least ${minimum}`)
  }
  if (fact.type === 'number') {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = fact
    // Programs write small numbers with an exponent: a ten-millionth is 1e-7.
    const value = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
    return Number.isFinite(value) && value >= minimum && value <= maximum ? value : wrong(numberWords(fact))
  }
  if (fact.type === 'boolean')
    // Python writes them in capitals.
    return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : wrong('true or false')
  if (fact.enum !== undefined && !fact.enum.includes(text)) return wrong(joinNames(fact.enum, 'or'))
  if (fact.format === 'date-time' && isFailure(readTime('', text)))
    return wrong('a time such as 2026-01-31T12:00:00Z')
  return text
}

const numberWords = ({ minimum, maximum }: QueryFact): string =>
  maximum === undefined
    ? minimum === undefined
      ? 'a number'
      : `a number of at least ${minimum}`
    : `a number from ${minimum} to ${maximum}`

function unknownParameter(name: string, names: readonly string[]): Failure {
  const list =
    names.length === 0 ? 'This route has no parameters in its query.' : `It has ${joinNames(names, 'and')}.`
  return failure('invalid_request', `Unknown parameter ${quoted(name)} in the query. ${list}`, {
    param: name,
  })
}
