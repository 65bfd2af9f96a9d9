// Sends records to an HTTP service in batches of JSON Lines. A repeated batch has the same Idempotency-Key, and a half of a batch one
// that follows from it.
import type { Ports } from '../../values/ports.ts'
import { postForStatus } from '../../values/post.ts'
import type { EntryBodies } from '../request-record.ts'
import { type BatchingSinkOptions, createBatchingSink, type SinkBatch } from './batching-sink.ts'
import type { RecordSink } from './record-sink.ts'
import type { SinkAddress } from './sink-address.ts'

export interface HttpSinkOptions extends Pick<BatchingSinkOptions, 'onEvent' | 'takesBodies'> {
  readonly address: SinkAddress
  readonly ports: Pick<Ports, 'upstream' | 'clock' | 'randomId'>
}

/**
 * Statuses that are about what a batch contains, so that repeating it mends nothing: 400, 413, 422. All others are about the address, the
 * credential or the time (401, 404, 429, 503), which an operator or patience can mend; redirects are not followed.
 */
const ABOUT_CONTENT: ReadonlySet<number> = new Set([400, 413, 422])

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
      const body = encoder.encode(linesOf(batch))
      const fault = await postForStatus({ url: address.url, headers, body }, ports)
      if (fault === undefined) return undefined
      const { reason, status } = fault
      if (status === undefined || !ABOUT_CONTENT.has(status)) throw new Error(reason)
      return { reason, halvesMayPass: true }
    },
  })
}

const encoder = new TextEncoder()

/** Lines with their bodies as `bodies`: strings if they are UTF-8, which those of models are. */
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
