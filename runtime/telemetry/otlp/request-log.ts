// The record of a request as a log record of OpenTelemetry.
import { spanOfRequest } from '../../values/trace-context.ts'
import type { RequestRecord } from '../request-record.ts'
import { nanoseconds, type OtlpLogRecord } from './otlp-message.ts'
import { requestAttributes } from './request-attributes.ts'

const INFO = { severityNumber: 9, severityText: 'INFO' }
const WARNING = { severityNumber: 13, severityText: 'WARN' }
const ERROR = { severityNumber: 17, severityText: 'ERROR' }

/** `trace` has 32 hexadecimal digits. */
export function requestLog(record: RequestRecord, trace: string, sampled: boolean): OtlpLogRecord {
  const began = Date.parse(record.time)
  const { status, method, path, message, broken } = record
  const severity = status >= 500 || broken !== undefined ? ERROR : status >= 400 ? WARNING : INFO
  const sentence = message ?? broken
  return {
    timeUnixNano: nanoseconds(began),
    observedTimeUnixNano: nanoseconds(began + record.milliseconds),
    ...severity,
    body: { stringValue: `${method} ${path} ${status}${sentence === undefined ? '' : `: ${sentence}`}` },
    attributes: requestAttributes(record),
    traceId: trace,
    spanId: spanOfRequest(record.id),
    flags: sampled ? 1 : 0,
  }
}
