// The answer of a chat as parts, one behind the other, as dialects of items and blocks tell it.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { type Carried, isNothing, joinCarried, NOTHING } from '../history/carried.ts'
import { type Keeping, kept } from './keeping.ts'

/** Text that comes in pieces. */
interface Growing {
  /** All of it; of a call the arguments as they were written. Cutting pieces out of it would copy it for each. */
  text: string
  /** What of it has not been told yet. */
  untold: string
}

export interface ThinkingPart extends Growing {
  readonly kind: 'thinking'
  /** Where in the chat's message it was told. */
  readonly source: ReasoningSource
  /** The index of its block, where it came as one. */
  readonly block: Json | undefined
  signature: string | undefined
  readonly keeping: Keeping
}

/** The words that providers have for what a model thinks. */
export type ReasoningSource =
  | 'content_blocks'
  | 'reasoning_content'
  | 'reasoning'
  | 'reasoning_details'
  | 'content'

/** Nothing to read, and yet it must come back. */
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
  /** A tool that takes free text instead of arguments. */
  readonly custom: boolean
}

export function grow(part: Growing, piece: string): void {
  part.text += piece
  part.untold += piece
}

export type Part = ThinkingPart | OpaquePart | TextPart | RefusalPart | CallPart

/** What must come back of thinking that has ended. */
export function carriedOf(part: ThinkingPart | OpaquePart): Carried {
  return part.kind === 'opaque' ? part.carried : joinCarried(thought(part), kept(part.keeping))
}

function thought({ source, signature, text: thinking }: ThinkingPart): Carried {
  if (source === 'reasoning_content') return { reasoningContent: thinking }
  if (source === 'reasoning') return { reasoning: thinking }
  return signature === undefined ? NOTHING : { blocks: [{ type: 'thinking', thinking, signature }] }
}

/** The provider's own signature, where nothing else must come back. */
export const ownSignature = (part: ThinkingPart): string | undefined =>
  isNothing(kept(part.keeping)) && part.source === 'content_blocks' ? part.signature : undefined
