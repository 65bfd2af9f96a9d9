// Histograms of calls of models and of messages of MCP, with the names of the conventions. They count from the start of the process.

import { rememberPairs, rememberSeries } from '../metric.ts'
import type { RequestRecord } from '../request-record.ts'
import {
  isMcpMessage,
  LATER_MODEL_METRICS as LATER,
  MCP_SECOND_BOUNDS,
  MODEL_METRICS as METRICS,
  MODEL_ATTRIBUTES as MODEL,
  operationOf,
  providerNameOf,
  SECOND_BOUNDS,
  TOKEN_BOUNDS,
  TOOL_OPERATION,
} from './model-conventions.ts'
import { attributesOf, CUMULATIVE, nanoseconds, type OtlpAttribute, type OtlpMetric } from './otlp-message.ts'
import { errorTypeOf } from './request-attributes.ts'

export interface ModelMetrics {
  readonly add: (record: RequestRecord) => void
  /** What has been counted until `now`, in milliseconds since the epoch; empty as long as there is nothing. */
  readonly read: (now: number) => readonly OtlpMetric[]
}

/** Combinations of attributes of a metric; models are named by clients, so what comes later counts together. */
const MAX_SERIES = 2_000
const OVERFLOW = attributesOf([['otel.metric.overflow', true]])

interface Series {
  readonly attributes: readonly OtlpAttribute[]
  readonly bounds: readonly number[]
  /** Not cumulative; the last one is beyond all bounds. */
  readonly counts: number[]
  count: number
  sum: number
}

interface Histogram {
  readonly name: string
  readonly description: string
  readonly unit: string
  readonly bounds: readonly number[]
  readonly series: Map<string, Series>
}

const histogram = (
  name: string,
  description: string,
  unit: string,
  bounds: readonly number[],
): Histogram => ({ name, description, unit, bounds, series: new Map() })

type Labels = readonly (readonly [string, string | undefined])[]

/** `later`: names of a later revision are emitted besides. `start` is in milliseconds since the epoch. */
export function createModelMetrics(start: number, later: boolean): ModelMetrics {
  const durations = histogram(METRICS.duration, 'GenAI operation duration.', 's', SECOND_BOUNDS)
  const firstChunks = histogram(METRICS.firstChunk, 'Time until the first chunk.', 's', SECOND_BOUNDS)
  const messages = histogram(
    METRICS.mcpDuration,
    'Duration of MCP requests and notifications.',
    's',
    MCP_SECOND_BOUNDS,
  )
  const sent = histogram(
    METRICS.mcpClientDuration,
    'Duration of MCP requests and notifications at the server.',
    's',
    MCP_SECOND_BOUNDS,
  )
  const tokens = histogram(METRICS.tokens, 'Number of input and output tokens used.', '{token}', TOKEN_BOUNDS)
  /**
   * The series of a call, each made when it is needed. Models are looked up first: they are what clients name, of which no more are
   * remembered than there may be, and each has few providers, endpoints and failures.
   */
  const seriesOfModel = rememberSeries((model: string | undefined) =>
    rememberPairs((provider: string | undefined, endpoint: string) => {
      const labels: Labels = [
        [MODEL.operation, operationOf(endpoint)],
        [MODEL.provider, provider === undefined ? undefined : providerNameOf(provider)],
        [MODEL.requestModel, model],
      ]
      let firstChunk: Series | undefined
      return {
        duration: rememberSeries((error: string | undefined) =>
          seriesOf(durations, [...labels, [MODEL.error, error]]),
        ),
        firstChunk: () => {
          firstChunk ??= seriesOf(firstChunks, labels)
          return firstChunk
        },
        tokens: rememberSeries((type: 'input' | 'output') =>
          seriesOf(tokens, [...labels, [MODEL.tokenType, type]]),
        ),
      }
    }),
  )
  return {
    add: record => {
      const { endpoint, provider, mcp, exchanged } = record
      if (mcp !== undefined && isMcpMessage(mcp.method)) {
        const labels: Labels = [
          [MODEL.mcpMethod, mcp.method],
          [MODEL.operation, mcp.tool === undefined ? undefined : TOOL_OPERATION],
          [MODEL.tool, mcp.tool],
          ['portolan.mcp.server', mcp.server],
          [MODEL.error, errorTypeOf(record)],
        ]
        observe(seriesOf(messages, labels), record.milliseconds / 1000)
        // A message that the gateway answers itself reaches no server.
        if (exchanged !== undefined) observe(seriesOf(sent, labels), exchanged.milliseconds / 1000)
      }
      if (endpoint === undefined) return
      const series = seriesOfModel(record.servedModel ?? record.model)(provider, endpoint)
      observe(series.duration(errorTypeOf(record)), record.milliseconds / 1000)
      if (record.stream === true && record.status < 400 && record.firstToken !== undefined)
        observe(series.firstChunk(), record.firstToken / 1000)
      if (record.tokens === undefined || provider === undefined) return
      observe(series.tokens('input'), record.tokens.input)
      observe(series.tokens('output'), record.tokens.output)
    },
    read: now => {
      const period = { startTimeUnixNano: nanoseconds(start), timeUnixNano: nanoseconds(now) }
      return [
        ...[durations, firstChunks, tokens, messages, sent]
          .filter(({ series }) => series.size > 0)
          .map(({ name, description, unit, bounds, series }) => ({
            name,
            description,
            unit,
            histogram: {
              aggregationTemporality: CUMULATIVE,
              dataPoints: Array.from(series.values(), ({ attributes, counts, count, sum }) => ({
                attributes,
                ...period,
                count: String(count),
                sum,
                bucketCounts: counts.map(String),
                explicitBounds: bounds,
              })),
            },
          })),
        ...(later && tokens.series.size > 0 ? [inferenceTokens(tokens, period)] : []),
      ]
    },
  }
}

/** The series with these labels, or that of what is beyond the maximum. */
function seriesOf({ bounds, series }: Histogram, labels: Labels): Series {
  const key = labels.map(([, label]) => label ?? '').join('\0')
  const isBeyond = !series.has(key) && series.size >= MAX_SERIES
  const known = isBeyond ? '' : key
  const found = series.get(known) ?? {
    attributes: isBeyond ? OVERFLOW : attributesOf(labels),
    bounds,
    counts: new Array<number>(bounds.length + 1).fill(0),
    count: 0,
    sum: 0,
  }
  series.set(known, found)
  return found
}

function observe(series: Series, value: number): void {
  const { bounds, counts } = series
  let at = 0
  while (at < bounds.length && value > (bounds[at] ?? 0)) at += 1
  counts[at] = (counts[at] ?? 0) + 1
  series.count += 1
  series.sum += value
}

const inferenceTokens = (
  { series }: Histogram,
  period: { readonly startTimeUnixNano: string; readonly timeUnixNano: string },
): OtlpMetric => ({
  name: LATER.tokens,
  description: 'Number of tokens used.',
  unit: '{token}',
  sum: {
    aggregationTemporality: CUMULATIVE,
    isMonotonic: true,
    dataPoints: Array.from(series.values(), ({ attributes, sum }) => ({
      attributes: [...attributes, ...attributesOf([[LATER.modality, 'unknown']])],
      ...period,
      asInt: String(sum),
    })),
  },
})
