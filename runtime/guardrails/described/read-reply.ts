// Interprets one response of a service by the mapping of a definition.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { Reading } from './description.ts'
import { type Hit, isTrue, linkFlag } from './flags.ts'
import { showable } from './identifier.ts'
import { linkPath } from './reply-path.ts'

export interface Read {
  readonly hits: readonly Hit[]
  readonly facts: JsonObject
  /** The rewritten texts, as many as were sent; absent when the service returned none. */
  readonly texts?: readonly string[]
}

/** The interpreted response, or why it is not a verdict. */
export type ReadReply = (reply: Json, sent: number) => Read | { readonly fault: string }

/** Maximum number of values shown per fact. */
const MOST_SHOWN = 20

export function linkReading(reading: Reading, service: string, parameters: JsonObject): ReadReply {
  const flags = reading.flags.map(flag => linkFlag(flag, parameters))
  const faults = (reading.faults ?? []).map(linkPath)
  const needs = (reading.needs ?? []).map(linkPath)
  const facts = Object.entries(reading.facts ?? {}).map(([name, path]) => [name, linkPath(path)] as const)
  const { rewritten } = reading
  const rewrites =
    rewritten !== undefined && (rewritten.when === undefined || isTrue(parameters, rewritten.when))
  const findTexts = rewrites ? [rewritten.each].flat().map(linkPath) : []

  const factsOf = (reply: Json): JsonObject =>
    Object.fromEntries(
      facts.flatMap(([name, findAll]) => {
        const shown = [...new Set(findAll(reply).map(({ value }) => showable(value)))].filter(
          value => value !== undefined,
        )
        const [first] = shown
        return first === undefined ? [] : [[name, shown.length === 1 ? first : shown.slice(0, MOST_SHOWN)]]
      }),
    )

  return (reply, sent) => {
    if (faults.some(findAll => findAll(reply).some(({ value }) => !isEmpty(value))))
      return { fault: `${service} reported an error.` }
    if (needs.some(findAll => findAll(reply).length === 0))
      return { fault: `${service} returned something that is not a verdict.` }
    const hits: Hit[] = []
    for (const readFlag of flags) {
      const hit = readFlag(reply)
      if (hit === 'unreadable') return { fault: `${service} returned something that is not a verdict.` }
      if (hit !== undefined) hits.push(hit)
    }
    const spoilt = rewritten?.unlessFlagged === true && hits.some(({ healed }) => !healed)
    const found = spoilt ? [] : findTexts.flatMap(findAll => findAll(reply)).map(({ value }) => value)
    const texts = found.filter(text => typeof text === 'string')
    if (found.length > 0 && (texts.length !== found.length || texts.length !== sent))
      return { fault: `${service} returned a different number of texts than it was sent.` }
    return { hits, facts: factsOf(reply), ...(found.length === 0 ? {} : { texts }) }
  }
}

function isEmpty(value: Json): boolean {
  if (value === null || value === false || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
