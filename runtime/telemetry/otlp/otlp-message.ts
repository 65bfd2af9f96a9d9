// Messages of OTLP in the form of its JSON encoding: identifiers as hexadecimal digits, integers of 64 bits as strings.

export type OtlpValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly arrayValue: { readonly values: readonly OtlpValue[] } }

export interface OtlpAttribute {
  readonly key: string
  readonly value: OtlpValue
}

export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly OtlpAttribute[]
  readonly status: { readonly code?: number; readonly message?: string }
  readonly flags: number
}

export interface OtlpLogRecord {
  readonly timeUnixNano: string
  readonly observedTimeUnixNano: string
  readonly severityNumber: number
  readonly severityText: string
  readonly body: OtlpValue
  readonly attributes: readonly OtlpAttribute[]
  readonly traceId: string
  readonly spanId: string
  readonly flags: number
}

export interface OtlpMetric {
  readonly name: string
  readonly description: string
  readonly unit: string
  readonly histogram?: {
    readonly aggregationTemporality: number
    readonly dataPoints: readonly OtlpHistogramPoint[]
  }
  readonly sum?: {
    readonly aggregationTemporality: number
    readonly isMonotonic: boolean
    readonly dataPoints: readonly OtlpNumberPoint[]
  }
}

interface OtlpPoint {
  readonly attributes: readonly OtlpAttribute[]
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
}

export interface OtlpHistogramPoint extends OtlpPoint {
  readonly count: string
  readonly sum: number
  readonly bucketCounts: readonly string[]
  readonly explicitBounds: readonly number[]
}

export interface OtlpNumberPoint extends OtlpPoint {
  readonly asInt: string
}

export const SPAN_KINDS = { internal: 1, server: 2, client: 3 } as const
export const STATUS_ERROR = 2
/** Points count from the start of the process. */
export const CUMULATIVE = 2

/** Integers are integers as `intValue`; a number that may be a fraction is given as `doubleValue`. */
export type AttributeValue = string | number | boolean | readonly string[] | { readonly doubleValue: number }

/** Milliseconds as seconds, which are the unit of the conventions. */
export const inSeconds = (milliseconds: number | undefined): { readonly doubleValue: number } | undefined =>
  milliseconds === undefined ? undefined : { doubleValue: milliseconds / 1000 }

/** Attributes of which there is a value. */
export const attributesOf = (
  entries: readonly (readonly [key: string, value: AttributeValue | undefined])[],
): readonly OtlpAttribute[] => {
  const list: OtlpAttribute[] = []
  for (const [key, value] of entries) if (value !== undefined) list.push({ key, value: toOtlpValue(value) })
  return list
}

function toOtlpValue(value: AttributeValue): OtlpValue {
  switch (typeof value) {
    case 'string':
      return { stringValue: value.toWellFormed() }
    case 'boolean':
      return { boolValue: value }
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
    default:
      return isList(value) ? { arrayValue: { values: value.map(toOtlpValue) } } : value
  }
}

const isList = (value: object): value is readonly string[] => Array.isArray(value)

/** Milliseconds since the epoch as nanoseconds. */
export const nanoseconds = (milliseconds: number): string =>
  `${BigInt(Math.round(milliseconds * 1000)) * 1000n}`
