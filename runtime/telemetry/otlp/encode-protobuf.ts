// Encodes messages of OTLP as protobuf, by a table of their fields (opentelemetry-proto 1.x).
import { ProtobufWriter } from './protobuf-writer.ts'

type Kind = 'string' | 'hex' | 'int64' | 'uint32' | 'bool' | 'double' | 'fixed64' | 'sfixed64' | 'fixed32'

/** The number of each field, and its kind or the name of its message. Lists of numbers are packed. */
const TABLE = {
  Resource: { attributes: [1, 'KeyValue'] },
  InstrumentationScope: { name: [1, 'string'], version: [2, 'string'] },
  KeyValue: { key: [1, 'string'], value: [2, 'AnyValue'] },
  AnyValue: {
    stringValue: [1, 'string'],
    boolValue: [2, 'bool'],
    intValue: [3, 'int64'],
    doubleValue: [4, 'double'],
    arrayValue: [5, 'ArrayValue'],
  },
  ArrayValue: { values: [1, 'AnyValue'] },
  Span: {
    traceId: [1, 'hex'],
    spanId: [2, 'hex'],
    parentSpanId: [4, 'hex'],
    name: [5, 'string'],
    kind: [6, 'uint32'],
    startTimeUnixNano: [7, 'fixed64'],
    endTimeUnixNano: [8, 'fixed64'],
    attributes: [9, 'KeyValue'],
    status: [15, 'Status'],
    flags: [16, 'fixed32'],
  },
  Status: { message: [2, 'string'], code: [3, 'uint32'] },
  LogRecord: {
    timeUnixNano: [1, 'fixed64'],
    severityNumber: [2, 'uint32'],
    severityText: [3, 'string'],
    body: [5, 'AnyValue'],
    attributes: [6, 'KeyValue'],
    flags: [8, 'fixed32'],
    traceId: [9, 'hex'],
    spanId: [10, 'hex'],
    observedTimeUnixNano: [11, 'fixed64'],
  },
  Metric: {
    name: [1, 'string'],
    description: [2, 'string'],
    unit: [3, 'string'],
    sum: [7, 'Sum'],
    histogram: [9, 'Histogram'],
  },
  Sum: {
    dataPoints: [1, 'NumberDataPoint'],
    aggregationTemporality: [2, 'uint32'],
    isMonotonic: [3, 'bool'],
  },
  NumberDataPoint: {
    startTimeUnixNano: [2, 'fixed64'],
    timeUnixNano: [3, 'fixed64'],
    asInt: [6, 'sfixed64'],
    attributes: [7, 'KeyValue'],
  },
  Histogram: { dataPoints: [1, 'HistogramDataPoint'], aggregationTemporality: [2, 'uint32'] },
  HistogramDataPoint: {
    startTimeUnixNano: [2, 'fixed64'],
    timeUnixNano: [3, 'fixed64'],
    count: [4, 'fixed64'],
    sum: [5, 'double'],
    bucketCounts: [6, 'fixed64'],
    explicitBounds: [7, 'double'],
    attributes: [9, 'KeyValue'],
  },
} as const satisfies Record<string, Readonly<Record<string, readonly [number, string]>>>

export type MessageName = keyof typeof TABLE

interface Field {
  readonly number: number
  /** The number with the type on the wire. */
  readonly tag: number
  readonly kind: Kind
  /** The message that the field contains; undefined for a value. */
  readonly message: string | undefined
}

const WIRE_TYPES: Readonly<Record<Kind, number>> = {
  int64: 0,
  uint32: 0,
  bool: 0,
  fixed64: 1,
  sfixed64: 1,
  double: 1,
  string: 2,
  hex: 2,
  fixed32: 5,
}
const DELIMITED = 2

const fieldOf = (number: number, kind: string): Field => ({
  number,
  tag: (number << 3) | (kind in TABLE ? DELIMITED : WIRE_TYPES[kind as Kind]),
  kind: kind as Kind,
  message: kind in TABLE ? kind : undefined,
})

const FIELDS: ReadonlyMap<string, Readonly<Record<string, Field>>> = new Map(
  Object.entries(TABLE).map(([name, fields]) => [
    name,
    Object.fromEntries(
      Object.entries(fields as Record<string, readonly [number, string]>).map(
        ([property, [number, kind]]) => [property, fieldOf(number, kind)],
      ),
    ),
  ]),
)

/** The message as a field of another one, with its tag and length. */
export function encodeMessage(field: number, name: MessageName, message: object): Uint8Array {
  const writer = new ProtobufWriter()
  const start = writer.begin((field << 3) | DELIMITED)
  writeMessage(writer, name, message as Readonly<Record<string, unknown>>)
  writer.end(start)
  return writer.bytes()
}

/** Encoded fields as one field that contains them. */
export function encodeEnclosing(field: number, parts: readonly Uint8Array[]): Uint8Array {
  const writer = new ProtobufWriter()
  const start = writer.begin((field << 3) | DELIMITED)
  for (const part of parts) writer.raw(part)
  writer.end(start)
  return writer.bytes()
}

function writeMessage(
  writer: ProtobufWriter,
  name: string,
  message: Readonly<Record<string, unknown>>,
): void {
  const fields = FIELDS.get(name) ?? {}
  for (const property in message) {
    const value = message[property]
    const field = fields[property]
    if (field === undefined || value === undefined) continue
    if (!Array.isArray(value)) writeField(writer, field, value)
    else if (field.message !== undefined) for (const each of value) writeField(writer, field, each)
    else if (value.length > 0) {
      const start = writer.begin((field.number << 3) | DELIMITED)
      for (const each of value) writeScalar(writer, field.kind, each)
      writer.end(start)
    }
  }
}

function writeField(writer: ProtobufWriter, { tag, kind, message }: Field, value: unknown): void {
  if (message !== undefined) {
    const start = writer.begin(tag)
    writeMessage(writer, message, value as Readonly<Record<string, unknown>>)
    writer.end(start)
    return
  }
  writer.varint(tag)
  writeScalar(writer, kind, value)
}

function writeScalar(writer: ProtobufWriter, kind: Kind, value: unknown): void {
  switch (kind) {
    case 'string':
      return writer.text(value as string)
    case 'hex':
      return writer.hex(value as string)
    case 'int64':
      return writer.integer(value as string)
    case 'uint32':
      return writer.varint(value as number)
    case 'bool':
      return writer.varint(value === true ? 1 : 0)
    case 'double':
      return writer.double(value as number)
    case 'fixed64':
    case 'sfixed64':
      return writer.fixed64(BigInt(value as string))
    case 'fixed32':
      return writer.fixed32(value as number)
  }
}
