// What a dialect's form of usage is made of: its type, and helpers that the forms of all dialects share.
import fc from 'fast-check'
import type { Step } from '../../support/scripted-upstream.ts'

export type NativeUsage = Readonly<Record<string, unknown>>

export interface UsageForm {
  readonly name: string
  readonly provider: string
  readonly settings?: object
  readonly model: string
  /** The inbound routes, with the body of a request. */
  readonly routes: readonly string[]
  /** What the provider counted, in its own terms. */
  readonly usage: fc.Arbitrary<NativeUsage>
  /** Input with cached tokens, output, and the cached ones. */
  readonly counts: (usage: NativeUsage) => readonly [input: number, output: number, cached: number]
  readonly whole: (usage: NativeUsage, text: string) => Step
  /** `parts` are reported in this order: one, or as many as the dialect has events for. */
  readonly stream: (parts: readonly NativeUsage[], text: string) => Step
  /** How many events may report usage. */
  readonly parts: number
}

export const data = (value: unknown): string =>
  `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`
export const named = (type: string, more: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
export const tokens = fc.nat(100_000)
export const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
export const nested = (usage: NativeUsage, name: string, field: string): number =>
  number((usage[name] as NativeUsage | undefined)?.[field])
export const json = (body: object): Step => ({ status: 200, body })
/** Text in the middle, so long that no window over the end reaches the beginning. */
export const inPieces = (text: string): readonly string[] => text.match(/.{1,1000}/g) ?? []
export const CHATS = ['/chat/completions', '/messages', '/responses']
