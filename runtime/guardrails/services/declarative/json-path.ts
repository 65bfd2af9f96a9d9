// Paths into responses: `results[*].scores.*`. They match every value they name, with the key or index it is stored
// under; missing values and values of another type simply do not match.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { isList, isObject } from '../../../../schemas/values/json.ts'
import type { ReplyPath } from './definition.ts'

export interface PathMatch {
  readonly key: string | undefined
  readonly value: Json
}

export type FindMatchesAt = (reply: Json) => readonly PathMatch[]

type Step = (value: Json) => readonly PathMatch[]

const TOKENS = /\[(\*|\d{1,9})\]|[^.[\]]+/g

export function linkJsonPath(path: ReplyPath): FindMatchesAt {
  const steps = [...path.matchAll(TOKENS)].map(([token, index]) => linkStep(token, index))
  return reply => {
    let matches: readonly PathMatch[] = [{ key: undefined, value: reply }]
    for (const step of steps) matches = matches.flatMap(({ value }) => step(value))
    return matches
  }
}

/** The first value. */
export const linkFirstValue = (path: ReplyPath): ((reply: Json) => Json | undefined) => {
  const findAll = linkJsonPath(path)
  return reply => findAll(reply)[0]?.value
}

function linkStep(token: string, index: string | undefined): Step {
  if (index === '*')
    return value =>
      isList(value) ? value.map((item, itemIndex) => ({ key: String(itemIndex), value: item })) : []
  if (index !== undefined) return value => (isList(value) ? matchOf(value[Number(index)], index) : [])
  if (token === '*')
    return value =>
      isObject(value) ? Object.entries(value).map(([key, item]) => ({ key, value: item })) : []
  return value =>
    isObject(value) && Object.hasOwn(value, token) ? matchOf((value as JsonObject)[token], token) : []
}

const matchOf = (value: Json | undefined, key: string): readonly PathMatch[] =>
  value === undefined ? [] : [{ key, value }]
