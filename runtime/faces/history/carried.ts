// Provider state: what must be sent back unchanged although the client's dialect has no field for it (signed thinking,
// reasoning details, signatures of calls). It is encoded as one opaque string in a field that clients return:
// `encrypted_content` of a reasoning item, `signature` of thinking, `data` of redacted thinking. It is not secret and
// grants nothing: a client could put the same values into a chat itself.
import type { JsonObject } from '../../../compiler/source.ts'
import { toBase64Url } from '../../providers/wire/base64.ts'
import {
  asList,
  asObject,
  asText,
  isObject,
  parseJson,
  present,
  writeJson,
} from '../../providers/wire/json.ts'

export interface Carried {
  /** Entries of `content_blocks`. */
  readonly blocks?: readonly JsonObject[] | undefined
  readonly reasoningContent?: string | undefined
  readonly reasoning?: string | undefined
  /** Entries of `reasoning_details`. */
  readonly details?: readonly JsonObject[] | undefined
  /** The `extra_content` of the message itself. */
  readonly extra?: JsonObject | undefined
  /** The `extra_content` of calls, by call id. */
  readonly calls?: JsonObject | undefined
}

export const NOTHING: Carried = {}

export const isNothing = (carried: Carried): boolean =>
  Object.values(carried).every(value => value === undefined)

/** Concatenates both. */
export const joinCarried = (first: Carried, second: Carried): Carried => ({
  blocks: joinLists(first.blocks, second.blocks),
  reasoningContent: joinTexts(first.reasoningContent, second.reasoningContent),
  reasoning: joinTexts(first.reasoning, second.reasoning),
  details: joinLists(first.details, second.details),
  extra: joinObjects(first.extra, second.extra),
  calls: joinObjects(first.calls, second.calls),
})

const joinTexts = (first?: string, second?: string): string | undefined =>
  first === undefined ? second : first + (second ?? '')
const joinLists = <T>(first?: readonly T[], second?: readonly T[]): readonly T[] | undefined =>
  first === undefined ? second : [...first, ...(second ?? [])]
const joinObjects = (first?: JsonObject, second?: JsonObject): JsonObject | undefined =>
  first === undefined ? second : { ...first, ...second }

/** Prefix of the gateway's opaque strings; the number is the format version. */
const MARK = 'portolan1.'

export const writeCarried = (carried: Carried): string =>
  MARK + toBase64Url(new TextEncoder().encode(writeJson(present({ ...carried }))))

/** Undefined for opaque strings that the gateway did not create. Total. */
export function readCarried(text: string): Carried | undefined {
  if (!text.startsWith(MARK)) return undefined
  const carried = parseJson(decode(text.slice(MARK.length)))
  if (!isObject(carried)) return undefined
  const { blocks, details, extra, calls } = carried
  return {
    blocks: listOf(asList(blocks).filter(isObject)),
    reasoningContent: asText(carried['reasoningContent']),
    reasoning: asText(carried['reasoning']),
    details: listOf(asList(details).filter(isObject)),
    extra: isObject(extra) ? extra : undefined,
    calls: isObject(calls) ? asObject(calls) : undefined,
  }
}

const listOf = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list)

function decode(text: string): string {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(letters, letter => letter.charCodeAt(0)))
  } catch {
    return ''
  }
}
