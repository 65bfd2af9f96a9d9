// The metrics of all workers as those of one process: counters and histograms are sums, gauges are merged by their meaning.

/** Gauges whose values are not sums: available only where every worker has it, open where one has it open. */
const LEAST = new Set(['portolan_service_available', 'portolan_sink_available'])
const MOST = new Set(['portolan_circuit_open'])

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

/** `known`: values that one place knows for all, by name and labels. */
export function mergeMetrics(
  texts: readonly string[],
  known: ReadonlyMap<string, number> = new Map(),
): string {
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
export function lastingMetrics(text: string): string {
  let isGauge = false
  return text
    .split('\n')
    .filter(line => {
      if (line.startsWith('# TYPE ')) isGauge = line.endsWith(' gauge')
      return !isGauge || line.startsWith('#')
    })
    .join('\n')
}
