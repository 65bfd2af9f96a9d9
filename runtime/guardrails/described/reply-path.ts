// Paths into responses: `results[*].scores.*`. They match every value they name, with the key or index it is stored
// under; missing values and values of another type simply do not match.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { isList, isObject } from '../../providers/wire/json.ts'
import type { ReplyPath } from './description.ts'

export interface Found {
  readonly key: string | undefined
  readonly value: Json
}

export type FindAll = (reply: Json) => readonly Found[]

type Step = (value: Json) => readonly Found[]

const TOKENS = /\[(\*|\d{1,9})\]|[^.[\]]+/g

export function linkPath(path: ReplyPath): FindAll {
  const steps = [...path.matchAll(TOKENS)].map(([token, index]) => stepOf(token, index))
  return reply => {
    let found: readonly Found[] = [{ key: undefined, value: reply }]
    for (const step of steps) found = found.flatMap(({ value }) => step(value))
    return found
  }
}

/** The first value. */
export const linkValue = (path: ReplyPath): ((reply: Json) => Json | undefined) => {
  const findAll = linkPath(path)
  return reply => findAll(reply)[0]?.value
}

function stepOf(token: string, index: string | undefined): Step {
  if (index === '*')
    return value => (isList(value) ? value.map((item, at) => ({ key: String(at), value: item })) : [])
  if (index !== undefined) return value => (isList(value) ? named(value[Number(index)], index) : [])
  if (token === '*')
    return value =>
      isObject(value) ? Object.entries(value).map(([key, item]) => ({ key, value: item })) : []
  return value =>
    isObject(value) && Object.hasOwn(value, token) ? named((value as JsonObject)[token], token) : []
}

const named = (value: Json | undefined, key: string): readonly Found[] =>
  value === undefined ? [] : [{ key, value }]
