// Interprets one response of a service by the mapping of a definition.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import type { ResponseMapping } from './definition.ts'
import { type FlagHit, isTrue, linkFlag } from './flags.ts'
import { linkFirstValue, linkJsonPath } from './json-path.ts'
import { safeLabel } from './safe-label.ts'

export interface ReadResult {
  readonly hits: readonly FlagHit[]
  readonly facts: JsonObject
  /** The rewritten texts, as many as were sent; absent when the service returned none. */
  readonly texts?: readonly string[]
}

/** The interpreted response, or why it is not a verdict. */
export type ReadResponse = (reply: Json, sent: number) => ReadResult | { readonly fault: string }

/** Maximum number of values shown per fact. */
const MAX_SHOWN = 20

export function linkResponseMapping(
  mapping: ResponseMapping,
  service: string,
  parameters: JsonObject,
): ReadResponse {
  const flags = mapping.flags.map(flag => linkFlag(flag, parameters))
  const errors = (mapping.errors ?? []).map(linkJsonPath)
  const findCompleteness = mapping.complete && linkFirstValue(mapping.complete.at)
  const required = (mapping.required ?? []).map(linkJsonPath)
  const facts = Object.entries(mapping.facts ?? {}).map(([name, path]) => [name, linkJsonPath(path)] as const)
  const { rewrite } = mapping
  const isRewriting =
    rewrite !== undefined && (rewrite.when === undefined || isTrue(parameters, rewrite.when))
  const findTexts = isRewriting ? [rewrite.each].flat().map(linkJsonPath) : []

  const readFacts = (reply: Json): JsonObject =>
    Object.fromEntries(
      facts.flatMap(([name, findAll]) => {
        const labels = [...new Set(findAll(reply).map(({ value }) => safeLabel(value)))].filter(
          value => value !== undefined,
        )
        const [first] = labels
        return first === undefined ? [] : [[name, labels.length === 1 ? first : labels.slice(0, MAX_SHOWN)]]
      }),
    )

  return (reply, sentCount) => {
    if (errors.some(findAll => findAll(reply).some(({ value }) => !isEmpty(value))))
      return { fault: `${service} reported an error.` }
    if (required.some(findAll => findAll(reply).length === 0))
      return { fault: `${service} returned an invalid verdict.` }
    const verdicts = flags.map(readFlag => readFlag(reply))
    const hits = verdicts.filter(verdict => typeof verdict === 'object')
    const isFlagged = hits.some(({ fixedByRewrite }) => !fixedByRewrite)
    if (!isFlagged && findCompleteness !== undefined && findCompleteness(reply) !== mapping.complete?.is)
      return { fault: `${service} did not evaluate the whole text.` }
    if (!isFlagged && verdicts.includes('unreadable'))
      return { fault: `${service} returned an invalid verdict.` }
    const isDiscarded = rewrite?.unlessFlagged === true && isFlagged
    const values = isDiscarded ? [] : findTexts.flatMap(findAll => findAll(reply)).map(({ value }) => value)
    const texts = values.filter(text => typeof text === 'string')
    if (values.length > 0 && (texts.length !== values.length || texts.length !== sentCount))
      return { fault: `${service} returned a different number of strings than it received.` }
    return { hits, facts: readFacts(reply), ...(values.length === 0 ? {} : { texts }) }
  }
}

function isEmpty(value: Json): boolean {
  if (value === null || value === false || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
