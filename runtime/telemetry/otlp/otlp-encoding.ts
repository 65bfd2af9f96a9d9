// The two encodings of OTLP over HTTP. Items are encoded as they come, so that a batch is joined and not built.
import { concatenate } from '../../values/byte-stream.ts'
import type { BatchRefusal } from '../sinks/batch-queue.ts'
import { encodeEnclosing, encodeMessage, type MessageName } from './encode-protobuf.ts'
import type { OtlpAttribute, OtlpLogRecord, OtlpMetric, OtlpSpan } from './otlp-message.ts'
import { readJsonRejection, readProtobufRejection } from './read-rejection.ts'

export interface OtlpItems {
  readonly traces: OtlpSpan
  readonly logs: OtlpLogRecord
  readonly metrics: OtlpMetric
}

export type OtlpSignal = keyof OtlpItems

/** Who tells: the process, and the part of it that measures. */
export interface OtlpOrigin {
  readonly resource: readonly OtlpAttribute[]
  readonly scope: { readonly name: string; readonly version?: string }
}

/** Some encoded items. */
export type EncodedItems = Uint8Array | string

export interface OtlpEncoding {
  readonly contentType: string
  readonly items: <Signal extends OtlpSignal>(
    signal: Signal,
    items: readonly OtlpItems[Signal][],
  ) => EncodedItems
  /** The body of a request. */
  readonly message: (signal: OtlpSignal, items: readonly EncodedItems[]) => Uint8Array
  /** What the reply to an accepted request reports about items that were not taken. */
  readonly readRejection: (signal: OtlpSignal, reply: Uint8Array) => BatchRefusal | undefined
}

const MESSAGES: Readonly<
  Record<OtlpSignal, { readonly item: MessageName; readonly names: readonly string[] }>
> = {
  traces: { item: 'Span', names: ['resourceSpans', 'scopeSpans', 'spans'] },
  logs: { item: 'LogRecord', names: ['resourceLogs', 'scopeLogs', 'logRecords'] },
  metrics: { item: 'Metric', names: ['resourceMetrics', 'scopeMetrics', 'metrics'] },
}

export const createOtlpEncoding = (encoding: 'json' | 'protobuf', origin: OtlpOrigin): OtlpEncoding =>
  encoding === 'json' ? jsonEncoding(origin) : protobufEncoding(origin)

const encoder = new TextEncoder()

function jsonEncoding({ resource, scope }: OtlpOrigin): OtlpEncoding {
  const head = JSON.stringify({ attributes: resource })
  const part = JSON.stringify(scope)
  return {
    contentType: 'application/json',
    readRejection: readJsonRejection,
    items: (_signal, items) => JSON.stringify(items).slice(1, -1),
    message: (signal, items) => {
      const [resources, scopes, list] = MESSAGES[signal].names
      return encoder.encode(
        `{"${resources}":[{"resource":${head},"${scopes}":[{"scope":${part},"${list}":[${items.join()}]}]}]}`,
      )
    },
  }
}

/** In all three kinds of messages, the first field of what encloses is of the origin and the second has the items. */
function protobufEncoding({ resource, scope }: OtlpOrigin): OtlpEncoding {
  const head = encodeMessage(1, 'Resource', { attributes: resource })
  const part = encodeMessage(1, 'InstrumentationScope', scope)
  return {
    contentType: 'application/x-protobuf',
    readRejection: (_signal, reply) => readProtobufRejection(reply),
    items: (signal, items) => concatenate(items.map(item => encodeMessage(2, MESSAGES[signal].item, item))),
    message: (_signal, items) => {
      const bytes = items.filter(item => item instanceof Uint8Array)
      return encodeEnclosing(1, [head, encodeEnclosing(2, [part, ...bytes])])
    },
  }
}
