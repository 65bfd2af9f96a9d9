// What stands between a provider's event stream and the client's: bytes go in, bytes come out, and the relay hears
// what they mean. Two stages exist: untouched (the provider speaks the vendor's schema) and translated.

import type { Json } from '../../compiler/source.ts'
import type { VendorError } from '../providers/adapter.ts'

export interface StageListener {
  /** Bytes for the client. */
  readonly emit: (bytes: Uint8Array) => void
  /** A whole event of the gateway's own, which stands apart from what came before it. */
  readonly append: (event: Uint8Array) => void
  /** The first event that carries content, or the regular end, was seen: the reply can be committed to. */
  readonly content: () => void
  /** The provider told of an error within the stream. `told` when the client already gets the event that says so. */
  readonly error: (error: VendorError, told: boolean) => void
  readonly usage: (usage: Json) => void
}

export interface Stage {
  readonly feed: (bytes: Uint8Array) => void
  /** The provider's body ended. Emits what is missing of a good end, or reports an error. */
  readonly end: () => void
  /** True once the end of the reply was seen, even though the body has not ended: nothing can go wrong any more. */
  readonly complete: () => boolean
  /** How an error is told to the client; absent: as the vendor does in a stream of chunks. */
  readonly errorEvent?: (error: VendorError) => Uint8Array
}

export type CreateStage = (listener: StageListener) => Stage

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** True for a vendor chunk that brings text, reasoning, a call or a finish: something worth committing to. */
export function hasContent(chunk: unknown): boolean {
  if (!isObject(chunk) || !Array.isArray(chunk['choices'])) return false
  return chunk['choices'].some((choice: unknown) => {
    if (!isObject(choice)) return false
    if (typeof choice['finish_reason'] === 'string' && choice['finish_reason'] !== '') return true
    if (typeof choice['text'] === 'string' && choice['text'] !== '') return true
    const delta = choice['delta']
    return isObject(delta) && Object.entries(delta).some(([key, value]) => key !== 'role' && isFilled(value))
  })
}

const isFilled = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== '' &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0)
