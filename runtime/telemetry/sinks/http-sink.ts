// Sends records to an HTTP service in batches of JSON Lines. A repeated batch has the same Idempotency-Key.
import type { Ports } from '../../values/ports.ts'
import { post } from '../../values/post.ts'
import { type BatchingSinkOptions, createBatchingSink, type SinkBatch } from './batching-sink.ts'
import type { EntryBodies, RecordSink } from './record-sink.ts'
import type { SinkAddress } from './sink-address.ts'

export interface HttpSinkOptions extends Pick<BatchingSinkOptions, 'onEvent' | 'takesBodies'> {
  readonly address: SinkAddress
  readonly ports: Pick<Ports, 'upstream' | 'clock' | 'randomId'>
}

export function createHttpSink({ address, ports, takesBodies, onEvent }: HttpSinkOptions): RecordSink {
  const { clock, randomId } = ports
  return createBatchingSink({
    name: 'log_http',
    takesBodies,
    clock,
    randomId,
    onEvent,
    write: async batch => {
      const headers = [
        ...address.headers,
        'content-type',
        'application/x-ndjson',
        'idempotency-key',
        batch.id,
      ]
      const fault = await post({ url: address.url, headers, body: encoder.encode(linesOf(batch)) }, ports)
      if (fault !== undefined) throw new Error(fault)
      return undefined
    },
  })
}

const encoder = new TextEncoder()

/** Lines with their bodies as `bodies`: texts where they are UTF-8, which those of models are. */
function linesOf({ lines, bodies }: SinkBatch): string {
  if (bodies.size === 0) return lines
  return lines.replaceAll(/^\{"id":"([^"]+)".*\n/gm, (line: string, id: string) => {
    const found = bodies.get(id)
    return found === undefined ? line : `${line.slice(0, -2)},"bodies":${JSON.stringify(textsOf(found))}}\n`
  })
}

const decoder = new TextDecoder()

const textsOf = ({ request, response }: EntryBodies): object => ({
  request: request && decoder.decode(request),
  response: response && decoder.decode(response),
})
