// Provider state: what must be sent back unchanged although the client's dialect has no field for it (signed thinking,
// reasoning details, signatures of calls). It is encoded as one opaque string in a field that clients return:
// `encrypted_content` of a reasoning item, `signature` of thinking, `data` of redacted thinking. It is not secret and
// grants nothing: a client could put the same values into a chat itself.

import { toBase64Url } from '../../../schemas/values/base64.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import {
  asList,
  asObject,
  asText,
  isObject,
  parseJson,
  present,
  writeJson,
} from '../../../schemas/values/json.ts'
import { STATE_PREFIX } from '../../wire/fit-history.ts'

export interface ProviderState {
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

export const EMPTY_STATE: ProviderState = {}

export const isEmptyState = (state: ProviderState): boolean =>
  Object.values(state).every(value => value === undefined)

/** Concatenates both. */
export const mergeState = (first: ProviderState, second: ProviderState): ProviderState => ({
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

export const encodeState = (state: ProviderState): string =>
  STATE_PREFIX + toBase64Url(new TextEncoder().encode(writeJson(present({ ...state }))))

/** Undefined for opaque strings that the gateway did not create. Total. */
export function decodeState(text: string): ProviderState | undefined {
  if (!text.startsWith(STATE_PREFIX)) return undefined
  const state = parseJson(decode(text.slice(STATE_PREFIX.length)))
  if (!isObject(state)) return undefined
  const { blocks, details, extra, calls } = state
  return {
    blocks: nonEmptyList(asList(blocks).filter(isObject)),
    reasoningContent: asText(state['reasoningContent']),
    reasoning: asText(state['reasoning']),
    details: nonEmptyList(asList(details).filter(isObject)),
    extra: isObject(extra) ? extra : undefined,
    calls: isObject(calls) ? asObject(calls) : undefined,
  }
}

const nonEmptyList = <T>(list: readonly T[]): readonly T[] | undefined =>
  list.length === 0 ? undefined : list

function decode(text: string): string {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(binary, character => character.charCodeAt(0)))
  } catch {
    return ''
  }
}
