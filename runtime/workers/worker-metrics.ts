// The metrics of a process with several workers: theirs, those of workers that have ended, and its own.
import { createMetric, type MetricFormat } from '../telemetry/metric.ts'
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

/** Gauges whose values are not sums: available only where every worker has it, open or at rest where one has it so. */
const LEAST = new Set(['portolan_service_available', 'portolan_sink_available'])
const MOST = new Set([
  'portolan_circuit_open',
  'portolan_member_resting',
  'portolan_member_latency_seconds',
  'portolan_event_loop_delay_seconds',
])

interface Line {
  value: number
  /** The exemplar, with its time. */
  exemplar: string
  time: number
}

interface Family {
  readonly head: readonly string[]
  readonly name: string
  readonly kind: string
  /** Values by their name and labels, in the order of their first occurrence. */
  readonly lines: Map<string, Line>
}

/** Labels have their quotes escaped, so only an exemplar has this form. */
const EXEMPLAR = /^(.*) (\S+)( # \{trace_id="[^"]*"\} \S+ (\S+))$/
const PLAIN = /^(.*) (\S+)$/

/**
 * The metrics of all workers as those of one process: counters and histograms are sums, gauges are merged by
 * their meaning. `known`: values that one thread knows for all, by name and labels.
 */
function mergeMetrics(texts: readonly string[], known: ReadonlyMap<string, number> = new Map()): string {
  const families = new Map<string, Family>()
  let end = ''
  for (const text of texts) {
    let family: Family | undefined
    let help = ''
    for (const line of text.split('\n')) {
      if (line === '') continue
      if (line === '# EOF') end = '# EOF\n'
      else if (line.startsWith('# HELP ')) help = line
      else if (line.startsWith('# TYPE ')) {
        const [, , name = '', kind = ''] = line.split(' ')
        family = families.get(name) ?? { head: [help, line], name, kind, lines: new Map() }
        families.set(name, family)
      } else if (family !== undefined) addLine(family, line)
    }
  }
  const all = Array.from(families.values(), ({ head, lines }) => [
    ...head,
    ...Array.from(lines, ([key, { value, exemplar }]) => `${key} ${known.get(key) ?? value}${exemplar}`),
  ])
  return `${all.flat().join('\n')}\n${end}`
}

function addLine({ name, kind, lines }: Family, text: string): void {
  const [, key = '', number = '', exemplar = '', time = '0'] = EXEMPLAR.exec(text) ?? PLAIN.exec(text) ?? []
  const value = Number(number)
  const line = lines.get(key)
  if (line === undefined) {
    lines.set(key, { value, exemplar, time: Number(time) })
    return
  }
  line.value =
    kind !== 'gauge' || !(LEAST.has(name) || MOST.has(name))
      ? line.value + value
      : LEAST.has(name)
        ? Math.min(line.value, value)
        : Math.max(line.value, value)
  if (exemplar === '' || Number(time) < line.time) return
  line.exemplar = exemplar
  line.time = Number(time)
}

/** Counters and histograms of a worker that has ended: they go on counting, its gauges do not. */
function lastingMetrics(text: string): string {
  let isGauge = false
  return text
    .split('\n')
    .filter(line => {
      if (line.startsWith('# TYPE ')) isGauge = line.endsWith(' gauge')
      return !isGauge || line.startsWith('#')
    })
    .join('\n')
}
