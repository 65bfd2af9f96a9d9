// Aggregates a stream for the cache while it is relayed. Whatever happens, the bytes reach the client unchanged.

import { parseEvents } from '../streams/server-sent-events.ts'
import { tap } from '../streams/tap.ts'
import type { ByteStream } from '../values/byte-stream.ts'
import type { AggregatedReply, StreamFormat } from './stream-formats/stream-format.ts'

/** `failed`: truncated or an error. `unsupported`: too large, or a format that cannot be aggregated. `disconnected`: the client disconnected. */
export type RecordingOutcome = AggregatedReply | 'failed' | 'unsupported' | 'disconnected'

/**
 * `maxCharacters` limits what is buffered of the reply; a larger stream is not recorded. `onSettled` is called once.
 */
export function recordStream(
  body: ByteStream,
  { createAggregator }: StreamFormat,
  maxCharacters: number,
  onSettled: (outcome: RecordingOutcome) => void,
): ByteStream {
  let aggregator: ReturnType<typeof createAggregator> | undefined = createAggregator()
  const finish = (outcome: RecordingOutcome): void => {
    if (aggregator === undefined) return
    aggregator = undefined
    onSettled(outcome)
  }
  const parser = parseEvents(
    event => {
      aggregator?.add(event)
      if (aggregator !== undefined && aggregator.size() > maxCharacters) finish('unsupported')
    },
    { maxEvent: maxCharacters * ESCAPE_FACTOR, onTooLong: () => finish('unsupported') },
  )
  const tapped = tap(body, {
    chunk: bytes => {
      if (aggregator !== undefined) parser.feed(bytes)
    },
    end: isComplete => {
      if (aggregator === undefined) return
      parser.end()
      const state = aggregator?.state()
      finish(isComplete && state === 'complete' ? (aggregator?.reply() ?? 'unsupported') : 'failed')
    },
  })
  return {
    ...tapped,
    cancel: () => {
      finish('disconnected')
      tapped.cancel()
    },
  }
}

/** The maximum factor by which escaping lengthens a string. */
const ESCAPE_FACTOR = 2
