// The grammar of a dialect: any answer of a model, encoded in any order that the dialect allows. The properties of
// streams and of round trips are written once, over these.
import fc from 'fast-check'
import type { Adapter, AdapterContext, EndpointAdapter } from '../../../../runtime/values/adapter.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { HistoryTurn } from '../../../support/dialects/conversation.ts'
import type { Demands } from '../../../support/dialects/demands.ts'

export interface Call {
  readonly kind: 'call'
  readonly id: string
  readonly name: string
  readonly args: JsonObject
}

export type Part =
  | Call
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thought'; readonly text: string }

/** A value of the dialect's stream before encoding. */
export type Event = Readonly<Record<string, unknown>>

export interface Grammar {
  readonly adapter: EndpointAdapter
  readonly context: AdapterContext
  /** An answer as a stream; long texts are split by `cut`. */
  readonly events: (parts: readonly Part[], cut: Cut) => readonly Event[]
  readonly bytes: (events: readonly Event[]) => Uint8Array
  /** The same as a whole reply. */
  readonly whole: (parts: readonly Part[]) => JsonObject
  /** Unknown events. */
  readonly noise: readonly Event[]
  /** Properties that the dialect omits or sends as null. */
  readonly nullable: readonly string[]
  /** How many trailing events a stream may lack and still be complete. */
  readonly spare: number
  /** Whether the provider sends call ids. */
  readonly identifies: boolean
  /** Parses a native request; whatever the provider would reject is reported to the demands. */
  readonly read: (body: JsonObject, demands: Demands) => readonly HistoryTurn[]
  /** Thinking and signatures that the next request must contain when a reply is sent back, as strings. */
  readonly opaque: (parts: readonly Part[]) => readonly string[]
}

export function chatOf({ endpoints }: Adapter): EndpointAdapter {
  const chat = endpoints['chat/completions']
  if (chat === undefined) throw new Error('This dialect has no chats.')
  return chat
}

export type Cut = (text: string) => readonly string[]

export const cutEvery =
  (size: number): Cut =>
  text =>
    Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      text.slice(index * size, (index + 1) * size),
    )

const strings = fc.string({ unit: 'grapheme', maxLength: 12 }).map(text => `a${text}`)
const leaf = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null))
const args = fc.dictionary(fc.constantFrom('city', 'ä "b"', 'n'), fc.oneof(leaf, fc.array(leaf)), {
  maxKeys: 3,
})
const part = fc.oneof(
  fc.record({ kind: fc.constantFrom('text' as const, 'thought' as const), text: strings }),
  fc.record({
    kind: fc.constant('call' as const),
    id: fc.constant(''),
    name: fc.constantFrom('f', 'g'),
    args,
  }),
)

/** Any answer; call ids are unique. */
export const answers: fc.Arbitrary<readonly Part[]> = fc
  .array(part, { maxLength: 6 })
  .map(parts => parts.map((each, index) => (each.kind === 'call' ? { ...each, id: `call_${index}` } : each)))

export const textOf = (parts: readonly Part[]): string =>
  parts.map(each => (each.kind === 'text' ? each.text : '')).join('')
export const callsOf = (parts: readonly Part[]): readonly Call[] => parts.filter(each => each.kind === 'call')
export const thoughtsOf = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap(each => (each.kind === 'thought' ? [each.text] : []))

/** Unknown fields to insert: position, name, value. */
export interface Addition {
  readonly event: number
  readonly position: number
  readonly name: number
  readonly value: unknown
}

export const additions: fc.Arbitrary<readonly Addition[]> = fc.array(
  fc.record({
    event: fc.nat(60),
    position: fc.nat(20),
    name: fc.nat(20),
    value: fc.jsonValue({ maxDepth: 1 }),
  }),
  { maxLength: 8 },
)

/** Model output is opaque; a field within it is not an unknown field of the dialect. */
const WRITTEN = new Set(['args', 'input', 'arguments'])
const UNKNOWN = ['a_word_of_tomorrow', 'obfuscation']

/** The events with unknown events in between, and unknown fields and nulls within them. */
export function disturbed(
  events: readonly Event[],
  { noise, nullable }: Pick<Grammar, 'noise' | 'nullable'>,
  added: readonly Addition[],
): readonly Event[] {
  const copies: Event[] = structuredClone([...events])
  for (const { event, position, name, value } of added) {
    const names = [...UNKNOWN, ...nullable]
    const chosen = names[name % names.length] ?? ''
    const objects = objectsIn(copies[event % Math.max(copies.length, 1)])
    const target = objects[position % Math.max(objects.length, 1)]
    if (target !== undefined && !(chosen in target)) target[chosen] = UNKNOWN.includes(chosen) ? value : null
    const other = noise[position % Math.max(noise.length, 1)]
    // The last event may end the reply; events after it do not matter.
    if (other !== undefined) copies.splice(event % Math.max(copies.length, 1), 0, other)
  }
  return copies
}

function objectsIn(value: unknown): readonly Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([name, each]) => (WRITTEN.has(name) ? [] : objectsIn(each)))
  return [value as Record<string, unknown>, ...inner]
}
