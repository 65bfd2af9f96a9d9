// One metric in the text formats of Prometheus and OpenMetrics: values by labels, limited in number, since labels may come from
// configs that any client sends.

/** Maximum label sets of a metric; further ones are counted as `other`. */
const MAX_SERIES = 2_000
/** Of a histogram, each of which has a line for each bucket. */
const MAX_HISTOGRAMS = 200
const MAX_LABEL = 128

/** `text`: Prometheus 0.0.4. `openmetrics`: OpenMetrics 1.0, with exemplars. */
export type MetricFormat = 'text' | 'openmetrics'

interface ReadMetric {
  readonly name: string
  readonly labelNames: readonly string[]
  /** With a description, and a line for each value. */
  readonly text: (format?: MetricFormat) => string
}

export interface Metric extends ReadMetric {
  /** One value per label, in the order of their names; the last ones may be absent. */
  readonly add: (labels: readonly string[], amount?: number) => void
  readonly set: (labels: readonly string[], value: number) => void
  /** Forgets all values: what is measured may be gone. */
  readonly clear: () => void
  /** The series of a label set, to increment frequently without lookups. */
  readonly series: (labels: readonly string[]) => Series
}

export interface Series {
  value: number
}

/** The counter of OpenMetrics is named by its family: the total is one of its values. */
const TOTAL = '_total'

export function createMetric(
  kind: 'counter' | 'gauge',
  name: string,
  description: string,
  labelNames: readonly string[],
): Metric {
  const values = new Map<string, Series>()
  const series = (labels: readonly string[]): Series => {
    const key = keyOf(labelNames, labels, values, MAX_SERIES)
    const known = values.get(key)
    if (known !== undefined) return known
    const created = { value: 0 }
    values.set(key, created)
    return created
  }
  return {
    name,
    labelNames,
    add: (labels, amount = 1) => {
      series(labels).value += amount
    },
    set: (labels, value) => {
      series(labels).value = value
    },
    clear: () => values.clear(),
    series,
    text: format => {
      const family = format === 'openmetrics' && name.endsWith(TOTAL) ? name.slice(0, -TOTAL.length) : name
      return [
        ...headOf(kind, family, description),
        ...Array.from(values, ([labels, { value }]) => `${name}${enclosed(labels)} ${value}`),
      ].join('\n')
    },
  }
}

export interface Histogram extends ReadMetric {
  readonly series: (labels: readonly string[]) => HistogramSeries
}

export interface HistogramSeries {
  /** `trace` is remembered as the example of its bucket, with the time in seconds since the epoch. */
  readonly observe: (value: number, trace?: string, time?: number) => void
}

interface Exemplar {
  readonly trace: string
  readonly value: number
  readonly time: number
}

/** `bounds`: the upper bounds of the buckets, ascending. */
export function createHistogram(
  name: string,
  description: string,
  labelNames: readonly string[],
  bounds: readonly number[],
): Histogram {
  const all = new Map<string, Buckets>()
  return {
    name,
    labelNames,
    series: labels => {
      const key = keyOf(labelNames, labels, all, MAX_HISTOGRAMS)
      const known = all.get(key) ?? new Buckets(bounds)
      all.set(key, known)
      return known
    },
    text: format =>
      [
        ...headOf('histogram', name, description),
        ...Array.from(all).flatMap(([labels, buckets]) =>
          buckets.lines(name, labels, format === 'openmetrics'),
        ),
      ].join('\n'),
  }
}

class Buckets implements HistogramSeries {
  readonly #bounds: readonly number[]
  /** Not cumulative; the last one is beyond all bounds. */
  readonly #counts: number[]
  readonly #exemplars: (Exemplar | undefined)[]
  #sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = new Array<number>(bounds.length + 1).fill(0)
    this.#exemplars = new Array<Exemplar | undefined>(bounds.length + 1).fill(undefined)
  }

  observe(value: number, trace?: string, time = 0): void {
    let at = 0
    while (at < this.#bounds.length && value > (this.#bounds[at] ?? 0)) at += 1
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
    this.#sum += value
    if (trace !== undefined) this.#exemplars[at] = { trace, value, time }
  }

  lines(name: string, labels: string, openMetrics: boolean): readonly string[] {
    const before = labels === '' ? '' : `${labels},`
    let count = 0
    const buckets = this.#counts.map((each, at) => {
      count += each
      const bound = this.#bounds[at]
      const le = bound === undefined ? '+Inf' : openMetrics ? canonical(bound) : String(bound)
      const exemplar = openMetrics ? this.#exemplars[at] : undefined
      return `${name}_bucket{${before}le="${le}"} ${count}${exemplar === undefined ? '' : exemplarText(exemplar)}`
    })
    return [
      ...buckets,
      `${name}_sum${enclosed(labels)} ${this.#sum}`,
      `${name}_count${enclosed(labels)} ${count}`,
    ]
  }
}

/** Bounds of OpenMetrics are written as fractions. */
const canonical = (bound: number): string => (Number.isInteger(bound) ? `${bound}.0` : String(bound))

const exemplarText = ({ trace, value, time }: Exemplar): string =>
  ` # {trace_id="${escaped(trace)}"} ${value} ${time}`

const headOf = (kind: string, name: string, description: string): readonly string[] => [
  `# HELP ${name} ${description}`,
  `# TYPE ${name} ${kind}`,
]

/** The key of a label set, or that of what is beyond the maximum. */
function keyOf(
  names: readonly string[],
  labels: readonly string[],
  known: ReadonlyMap<string, unknown>,
  maximum: number,
): string {
  const key = formatSeries(names, labels)
  if (known.has(key) || known.size < maximum) return key
  return formatSeries(
    names,
    labels.map(() => 'other'),
  )
}

const formatSeries = (names: readonly string[], values: readonly string[]): string =>
  values.map((value, at) => `${names[at]}="${escaped(value)}"`).join()

const enclosed = (labels: string): string => (labels === '' ? '' : `{${labels}}`)

const escaped = (value: string): string =>
  value
    .slice(0, MAX_LABEL)
    .toWellFormed()
    .replaceAll(/[\\"\n]/g, character => (character === '\n' ? '\\n' : `\\${character}`))

// Lookups of series by their labels, so that no request formats labels or joins them.

/** Maximum label sets of a lookup; it is cleared when full. */
const MAX_LOOKUPS = 2_000

/** A lookup by one label. */
export function rememberSeries<Label, Found>(find: (label: Label) => Found): (label: Label) => Found {
  const known = new Map<Label, Found>()
  return label => {
    const found = known.get(label)
    if (found !== undefined) return found
    if (known.size >= MAX_LOOKUPS) known.clear()
    const series = find(label)
    known.set(label, series)
    return series
  }
}

/** A lookup by two labels, of which the second has few values for each first one. */
export function rememberPairs<First, Second, Found>(
  find: (first: First, second: Second) => Found,
): (first: First, second: Second) => Found {
  const byFirst = rememberSeries((first: First) => rememberSeries((second: Second) => find(first, second)))
  return (first, second) => byFirst(first)(second)
}
