// The output of a chat as a sequence of parts, which become items (Responses) or blocks (Messages).
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { type Carried, isNothing, joinCarried, NOTHING } from '../history/carried.ts'
import { type Keeping, kept } from './keeping.ts'

/** Text that is streamed. */
interface Growing {
  /** The full text so far; for a call, its raw arguments. Never sliced: that would copy it for each delta. */
  text: string
  /** The text that has not been emitted yet. */
  untold: string
}

export interface ThinkingPart extends Growing {
  readonly kind: 'thinking'
  /** The field of the chat message it came from. */
  readonly source: ReasoningSource
  /** The index of its block, if it came as one. */
  readonly block: Json | undefined
  signature: string | undefined
  readonly keeping: Keeping
}

/** The fields in which providers return reasoning. */
export type ReasoningSource =
  | 'content_blocks'
  | 'reasoning_content'
  | 'reasoning'
  | 'reasoning_details'
  | 'content'

/** No readable content, but it must be sent back unchanged. */
export interface OpaquePart {
  readonly kind: 'opaque'
  readonly text: ''
  readonly untold: ''
  readonly block: Json | undefined
  carried: Carried
}

export interface TextPart extends Growing {
  readonly kind: 'text'
  readonly logprobs: Json[]
  readonly annotations: JsonObject[]
}

export interface RefusalPart extends Growing {
  readonly kind: 'refusal'
}

export interface CallPart extends Growing {
  readonly kind: 'call'
  readonly id: string
  name: string
  /** A custom tool, which takes free text instead of JSON arguments. */
  readonly custom: boolean
}

export function grow(part: Growing, piece: string): void {
  part.text += piece
  part.untold += piece
}

export type Part = ThinkingPart | OpaquePart | TextPart | RefusalPart | CallPart

/** The provider state of a finished reasoning part. */
export function carriedOf(part: ThinkingPart | OpaquePart): Carried {
  return part.kind === 'opaque' ? part.carried : joinCarried(thought(part), kept(part.keeping))
}

function thought({ source, signature, text: thinking }: ThinkingPart): Carried {
  if (source === 'reasoning_content') return { reasoningContent: thinking }
  if (source === 'reasoning') return { reasoning: thinking }
  return signature === undefined ? NOTHING : { blocks: [{ type: 'thinking', thinking, signature }] }
}

/** The provider's native signature, if there is no other state to send back. */
export const ownSignature = (part: ThinkingPart): string | undefined =>
  isNothing(kept(part.keeping)) && part.source === 'content_blocks' ? part.signature : undefined
