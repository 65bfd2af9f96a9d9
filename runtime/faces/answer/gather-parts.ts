// Accumulates the deltas of a chat into parts, in the order in which they started. Text and thinking extend the last
// part only; a tool call delta may also extend an earlier one.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { contentText } from '../../providers/wire/content.ts'
import { asList, asObject, asText, isObject } from '../../providers/wire/json.ts'
import { type Carried, isNothing } from '../history/carried.ts'
import { callOf, isCustom, type KnownCall, nameOf, writtenIn } from './call-pieces.ts'
import { beginKeeping, handOver, type Keeping, keepExtra, kept } from './keeping.ts'
import { type CallPart, grow, type Part, type RefusalPart, type TextPart } from './part.ts'
import { type ReasoningPiece, reasoningPieces } from './reasoning-pieces.ts'

export interface Gathering {
  readonly parts: Part[]
  readonly calls: KnownCall[]
  /** Provider state that belongs to no part yet. */
  pending: Keeping
  /** Used to generate ids for calls that have none. */
  readonly identifier: string
}

export const beginGathering = (identifier: string): Gathering => ({
  parts: [],
  calls: [],
  pending: beginKeeping(),
  identifier,
})

/** Adds the delta of one chunk, with the logprobs of its text. */
export function gatherDelta(delta: JsonObject, logprobs: readonly Json[], gathering: Gathering): void {
  for (const piece of reasoningPieces(delta)) gatherReasoning(piece, gathering)
  const content = delta['content']
  const text = typeof content === 'string' ? content : contentText(content)
  const annotations = asList(delta['annotations']).filter(isObject)
  if (text !== '' || annotations.length > 0) {
    const part = openText(gathering)
    grow(part, text)
    part.logprobs.push(...logprobs)
    part.annotations.push(...annotations)
  }
  const refusal = asText(delta['refusal']) ?? ''
  if (refusal !== '') grow(openRefusal(gathering), refusal)
  for (const piece of asList(delta['tool_calls'])) if (isObject(piece)) gatherCall(piece, gathering)
  if (isObject(delta['extra_content'])) keepExtra(gathering.pending, delta['extra_content'])
}

/** The output is complete: pending provider state becomes a part. */
export function endGathering(gathering: Gathering): void {
  settlePending(gathering)
  for (const part of gathering.parts)
    if (part.kind === 'call' && !part.custom && part.text.trim() === '') grow(part, '{}')
}

function gatherReasoning(piece: ReasoningPiece, gathering: Gathering): void {
  const { parts } = gathering
  const last = parts.at(-1)
  if ('kept' in piece) {
    parts.push({
      kind: 'opaque',
      text: '',
      untold: '',
      block: piece.block,
      carried: { blocks: [piece.kept] },
    })
  } else if ('more' in piece) {
    if (last?.kind === 'opaque' && last.block === piece.block)
      last.carried = lengthened(last.carried, piece.more)
  } else if ('details' in piece) {
    const { details } = last?.kind === 'thinking' ? last.keeping : gathering.pending
    details.push(...piece.details)
  } else {
    const { source, text, signature, block } = piece
    const open =
      last?.kind === 'thinking' && last.source === source && last.block === block ? last : undefined
    if (open === undefined && text === '' && signature === undefined && source !== 'content_blocks') return
    if (open === undefined) {
      parts.push({
        kind: 'thinking',
        text,
        untold: text,
        source,
        block,
        signature,
        keeping: gathering.pending,
      })
      gathering.pending = beginKeeping()
    } else {
      grow(open, text)
      if (signature !== undefined) open.signature = (open.signature ?? '') + signature
    }
  }
}

function lengthened(carried: Carried, more: string): Carried {
  const blocks = carried.blocks ?? []
  return { blocks: blocks.map(block => ({ ...block, data: (asText(block['data']) ?? '') + more })) }
}

function settlePending(gathering: Gathering): void {
  const { pending, parts } = gathering
  const carried = kept(pending)
  if (isNothing(carried)) return
  gathering.pending = beginKeeping()
  const last = parts.at(-1)
  if (last?.kind === 'thinking') handOver(pending, last.keeping)
  else parts.push({ kind: 'opaque', text: '', untold: '', block: undefined, carried })
}

function openText({ parts }: Gathering): TextPart {
  const last = parts.at(-1)
  if (last?.kind === 'text') return last
  const part: TextPart = { kind: 'text', text: '', untold: '', logprobs: [], annotations: [] }
  parts.push(part)
  return part
}

function openRefusal({ parts }: Gathering): RefusalPart {
  const last = parts.at(-1)
  if (last?.kind === 'refusal') return last
  const part: RefusalPart = { kind: 'refusal', text: '', untold: '' }
  parts.push(part)
  return part
}

function gatherCall(piece: JsonObject, gathering: Gathering): void {
  const { calls, parts, identifier } = gathering
  const known = callOf(piece, calls)
  const part = known?.part ?? openCall(piece, `call_${identifier}_${calls.length}`)
  if (isObject(piece['extra_content'])) gathering.pending.calls.set(part.id, piece['extra_content'])
  if (known === undefined) {
    settlePending(gathering)
    parts.push(part)
    calls.push({ index: piece['index'] ?? undefined, given: asText(piece['id']) || undefined, part })
  }
  if (part.name === '') part.name = nameOf(piece)
  grow(part, writtenIn(piece))
}

const openCall = (piece: JsonObject, madeUp: string): CallPart => ({
  kind: 'call',
  id: asText(asObject(piece)['id']) || madeUp,
  name: '',
  custom: isCustom(piece),
  text: '',
  untold: '',
})
