// One metric in the Prometheus text format: values by labels, limited in number, since labels may come from configs
// that any client sends.

/** Maximum label sets of a metric; further ones are counted as `other`. */
const MAX_SERIES = 2_000
const MAX_LABEL = 128

export interface Metric {
  /** One value per label, in the order of their names. */
  readonly add: (labels: readonly string[], amount?: number) => void
  readonly set: (labels: readonly string[], value: number) => void
  /** The series of a label set, to increment frequently without lookups. */
  readonly series: (labels: readonly string[]) => Series
  readonly text: () => string
}

export interface Series {
  value: number
}

export function createMetric(
  kind: 'counter' | 'gauge',
  name: string,
  description: string,
  labelNames: readonly string[],
): Metric {
  const values = new Map<string, Series>()
  const keyOf = (labels: readonly string[]): string => {
    const key = formatSeries(labelNames, labels)
    if (values.has(key) || values.size < MAX_SERIES) return key
    return formatSeries(
      labelNames,
      labels.map(() => 'other'),
    )
  }
  const series = (labels: readonly string[]): Series => {
    const key = keyOf(labels)
    const known = values.get(key)
    if (known !== undefined) return known
    const created = { value: 0 }
    values.set(key, created)
    return created
  }
  return {
    add: (labels, amount = 1) => {
      series(labels).value += amount
    },
    set: (labels, value) => {
      series(labels).value = value
    },
    series,
    text: () =>
      [
        `# HELP ${name} ${description}`,
        `# TYPE ${name} ${kind}`,
        ...Array.from(values, ([labels, { value }]) => `${name}${labels} ${value}`),
      ].join('\n'),
  }
}

const formatSeries = (names: readonly string[], values: readonly string[]): string =>
  names.length === 0 ? '' : `{${names.map((name, at) => `${name}="${escaped(values[at] ?? '')}"`).join()}}`

const escaped = (value: string): string =>
  value
    .slice(0, MAX_LABEL)
    .toWellFormed()
    .replaceAll(/[\\"\n]/g, character => (character === '\n' ? '\\n' : `\\${character}`))
