// The metrics of a process with several workers: theirs, those of workers that have ended, and its own.
import { createMetric, type MetricFormat } from '../telemetry/metric.ts'
import { lastingMetrics, mergeMetrics } from './merge-metrics.ts'
import { openConnections } from './shared-load.ts'

export interface WorkerMetrics {
  /** What a worker has replied; undefined where it has not in time, so that its values of before count. */
  readonly read: (worker: number, format: MetricFormat | undefined, text: string | undefined) => void
  readonly end: (worker: number) => void
  readonly replaced: () => void
  /** `circuits`: those that are known, and whether they are open. */
  readonly text: (format: MetricFormat | undefined, circuits: ReadonlyMap<string, boolean>) => string
}

export function createWorkerMetrics(memory: SharedArrayBuffer): WorkerMetrics {
  const connections = createMetric(
    'gauge',
    'portolan_worker_connections',
    'Open connections of clients, by worker thread.',
    ['worker'],
  )
  const replacements = createMetric(
    'counter',
    'portolan_worker_replacements_total',
    'Worker threads that ended and were replaced.',
    [],
  )
  replacements.add([], 0)
  const last: Record<MetricFormat, Map<number, string>> = { text: new Map(), openmetrics: new Map() }
  const ended: Record<MetricFormat, string> = { text: '', openmetrics: '' }
  return {
    read: (worker, format = 'text', text) => {
      if (text !== undefined) last[format].set(worker, text)
    },
    end: worker => {
      for (const format of ['text', 'openmetrics'] as const) {
        const text = last[format].get(worker)
        if (text === undefined) continue
        last[format].delete(worker)
        ended[format] = mergeMetrics([ended[format], lastingMetrics(text)])
      }
    },
    replaced: () => replacements.add([]),
    text: (format = 'text', circuits) => {
      for (const [worker, open] of openConnections(memory).entries())
        connections.set([String(worker + 1)], open)
      const open = createMetric('gauge', 'portolan_circuit_open', '', ['circuit'])
      for (const [circuit, isOpen] of circuits) open.set([circuit], isOpen ? 1 : 0)
      const own = [connections.text(format), replacements.text(format)]
      return mergeMetrics([...last[format].values(), ended[format], ...own], valuesOf(open.text(format)))
    },
  }
}

/** Values by name and labels. */
const valuesOf = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .split('\n')
      .filter(line => !line.startsWith('#'))
      .map(line => {
        const end = line.lastIndexOf(' ')
        return [line.slice(0, end), Number(line.slice(end + 1))]
      }),
  )
