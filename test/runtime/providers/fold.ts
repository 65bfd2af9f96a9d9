// Chunks of a stream → the accumulated result of a client. It fails on non-conformant streams, so that every test
// of a stream checks the stream invariants too.
import { expect } from 'vitest'
import { parseEvents } from '../../../runtime/streams/server-sent-events.ts'
import type { StreamMapper, StreamStep } from '../../../runtime/values/adapter.ts'

export interface Call {
  readonly id: string
  readonly name: string
  /** JSON as text. */
  readonly arguments: string
}

/** A native block. */
export type Block = Readonly<Record<string, unknown>>

export interface Folded {
  readonly content: string
  readonly refusal: string | null
  readonly toolCalls: readonly Call[]
  readonly finish: string | null
  readonly usage: unknown
  readonly blocks: readonly Block[]
}

interface CallPiece {
  readonly index: number
  readonly id?: string
  readonly function: { readonly name?: string; readonly arguments: string }
}

interface BlockPiece {
  readonly index: number
  readonly content_block?: Block
  readonly delta?: Block
}

interface Delta {
  readonly role?: string
  readonly content?: string | null
  readonly refusal?: string | null
  readonly tool_calls?: readonly CallPiece[]
  readonly content_blocks?: readonly BlockPiece[]
}

interface Choice {
  readonly index: number
  readonly delta: Delta
  readonly logprobs: unknown
  readonly finish_reason: string | null
}

interface Chunk {
  readonly id: string
  readonly object: string
  readonly created: number
  readonly model: string
  readonly choices: readonly Choice[]
  readonly usage?: unknown
}

/** The parts of a whole chat completion that tests check. */
export interface Completion {
  readonly choices: readonly {
    readonly message: {
      readonly content: string | null
      readonly refusal: string | null
      readonly tool_calls?: readonly { readonly id: string; readonly function: Omit<Call, 'id'> }[]
      readonly content_blocks?: readonly Block[]
    }
    readonly finish_reason: string
  }[]
  readonly usage: unknown
}

/** The result of a whole reply. */
export function foldReply({ choices, usage }: Completion): Folded {
  expect(choices).toHaveLength(1)
  const [choice] = choices
  return {
    content: choice?.message.content ?? '',
    refusal: choice?.message.refusal ?? null,
    toolCalls: (choice?.message.tool_calls ?? []).map(call => ({ id: call.id, ...call.function })),
    finish: choice?.finish_reason ?? null,
    usage,
    blocks: choice?.message.content_blocks ?? [],
  }
}

/** All steps of a body, fed to a mapper in these chunks. */
export function stepsOf(mapper: StreamMapper, pieces: readonly Uint8Array[]): readonly StreamStep[] {
  const steps: StreamStep[] = []
  const parser = parseEvents(event => void steps.push(...mapper.event(event)), { onTooLong: () => {} })
  for (const piece of pieces) parser.feed(piece)
  parser.end()
  return [...steps, ...mapper.end()].map(parseStep)
}

/** A chunk that was written as JSON, as the chunk. */
export const parseStep = (step: StreamStep): StreamStep =>
  typeof step === 'object' && 'json' in step ? { chunk: JSON.parse(step.json) } : step

/** The chunks among the steps. */
export const chunksOf = (steps: readonly StreamStep[]): readonly Chunk[] =>
  steps
    .map(parseStep)
    .flatMap(step => (step !== 'done' && 'chunk' in step ? [step.chunk as unknown as Chunk] : []))

/** The accumulated steps of a complete stream. */
export function fold(steps: readonly StreamStep[]): Folded {
  expect(steps.at(-1)).toBe('done')
  const chunks = chunksOf(steps)
  expect(chunks).toHaveLength(steps.length - 1)
  expect(
    new Set(chunks.map(({ id, created, model, object }) => [id, created, model, object].join())).size,
  ).toBe(1)
  const choices = chunks.flatMap(chunk => chunk.choices)
  expect(choices.every(choice => choice.index === 0 && choice.logprobs === null)).toBe(true)
  const [first, ...others] = choices.map(choice => choice.delta.role)
  expect([first, ...new Set(others)]).toEqual(['assistant', undefined])
  const finishes = choices.map(choice => choice.finish_reason)
  expect(finishes.slice(0, -1).every(finish => finish === null)).toBe(true)
  const withUsage = chunks.filter(chunk => 'usage' in chunk)
  expect(withUsage.length).toBeLessThanOrEqual(1)
  if (withUsage.length === 1) expect(chunks.at(-1)).toMatchObject({ choices: [], usage: expect.any(Object) })
  const deltas = choices.map(choice => choice.delta)
  return {
    content: deltas.map(delta => delta.content ?? '').join(''),
    refusal: deltas.findLast(delta => typeof delta.refusal === 'string')?.refusal ?? null,
    toolCalls: foldCalls(deltas.flatMap(delta => delta.tool_calls ?? [])),
    finish: finishes.at(-1) ?? null,
    usage: withUsage[0]?.usage,
    blocks: foldBlocks(deltas.flatMap(delta => delta.content_blocks ?? [])),
  }
}

/** Each call starts once with its fixed fields, under the next index; only its arguments are streamed. */
function foldCalls(pieces: readonly CallPiece[]): readonly Call[] {
  const calls: Call[] = []
  for (const piece of pieces) {
    const open = calls[piece.index]
    const { name = '', arguments: text } = piece.function
    if (open === undefined) {
      expect(piece).toMatchObject({ index: calls.length, type: 'function', id: expect.any(String) })
      calls.push({ id: piece.id ?? '', name, arguments: text })
    } else {
      expect(Object.keys(piece)).toEqual(['index', 'function'])
      calls[piece.index] = { ...open, arguments: open.arguments + text }
    }
  }
  return calls
}

/** The native blocks, as a client of a non-strict reply assembles them. */
function foldBlocks(pieces: readonly BlockPiece[]): readonly Block[] {
  // By whatever an upstream sent as the index: garbage is passed on, and must not break the reader.
  const blocks = new Map<unknown, Block>()
  for (const { index, content_block: begun, delta = {} } of pieces) {
    const block = begun ?? blocks.get(index) ?? {}
    const { type: _, ...added } = delta
    const texts = Object.entries(added).map(([name, value]): readonly [string, unknown] => {
      const before = block[name]
      return [name, typeof before === 'string' && typeof value === 'string' ? before + value : value]
    })
    blocks.set(index, { ...block, ...Object.fromEntries(texts) })
  }
  return [...blocks.values()]
}
