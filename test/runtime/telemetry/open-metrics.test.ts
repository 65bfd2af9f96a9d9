// The text that scrapers read, by a parser that takes nothing but what OpenMetrics 1.0 allows.
import { describe, expect, it } from 'vitest'
import { createMetrics } from '../../../runtime/telemetry/metrics.ts'
import type { RequestRecord } from '../../../runtime/telemetry/request-record.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

const RECORD: RequestRecord = {
  id: '0'.repeat(32),
  time: '2026-01-01T00:00:00.250Z',
  trace: TRACE,
  method: 'POST',
  path: '/v1/chat/completions',
  status: 200,
  milliseconds: 300,
  firstToken: 120,
  own: 0.4,
  stream: true,
  plan: 'abc',
  config: 'a "quoted"\n\\ name',
  provider: 'openai',
  model: 'gpt-6-sol',
  key: 'team-a',
  bytesIn: 1,
  bytesOut: 1,
  steps: [{ at: 'config', to: 'config.targets[1]', because: 'status 429' }],
  attempts: [
    { at: 'config.targets[0]', provider: 'openai', status: 429, milliseconds: 20, started: 1, queued: 2 },
    { at: 'config.targets[1]', provider: 'openai', status: 200, milliseconds: 200, started: 30 },
  ],
  tokens: { input: 100, output: 20, cached: 60, reasoning: 5, source: 'provider' },
  cost: 1_500_000,
}

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
  readonly exemplar: { readonly trace: string; readonly value: number; readonly time: number } | undefined
}

interface Family {
  readonly type: string
  readonly samples: Sample[]
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABELS = '\\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"(?:,(?!\\})|(?=\\})))*\\}'
const NUMBER = '(?:[+-]?(?:\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|Inf)|NaN)'
const SAMPLE = new RegExp(
  `^(${NAME})(${LABELS})? (${NUMBER})(?: # \\{trace_id="([0-9a-f]{32})"\\} (${NUMBER}) (${NUMBER}))?$`,
)
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: ['_total'],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
}

function parseOpenMetrics(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith('\n# EOF\n')) throw new Error('The text does not end with # EOF.')
  const families = new Map<string, Family>()
  let described = ''
  let current: (Family & { readonly name: string }) | undefined
  for (const line of text
    .slice(0, -'# EOF\n'.length - 0)
    .split('\n')
    .slice(0, -1)) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (kind === 'HELP') described = name
    else if (kind === 'TYPE') {
      if (families.has(name) || name !== described) throw new Error(`The family ${name} is split.`)
      if (!(rest in SUFFIXES) || name.endsWith('_total')) throw new Error(`${name} is not a ${rest}.`)
      current = { name, type: rest, samples: [] }
      families.set(name, current)
    } else {
      const found = SAMPLE.exec(line)
      if (found === null || current === undefined) throw new Error(`Not a sample: ${line}`)
      const [, sample = '', labels = '', value, trace, example, time] = found
      const suffix = sample.slice(current.name.length)
      if (!sample.startsWith(current.name) || !SUFFIXES[current.type]?.includes(suffix))
        throw new Error(`${sample} is not of ${current.name}.`)
      if (trace !== undefined && suffix !== '_bucket') throw new Error(`${sample} has no exemplars.`)
      current.samples.push({
        name: sample,
        labels: Object.fromEntries(
          Array.from(labels.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g), ([, name = '', text = '']) => [
            name,
            text.replaceAll(/\\(.)/g, (_, each: string) => (each === 'n' ? '\n' : each)),
          ]),
        ),
        value: Number(value?.replace('Inf', 'Infinity')),
        exemplar: trace === undefined ? undefined : { trace, value: Number(example), time: Number(time) },
      })
    }
  }
  for (const [name, { type, samples }] of families) if (type === 'histogram') checkBuckets(name, samples)
  return families
}

/** Buckets are cumulative, end with +Inf and agree with the count; examples are within their bucket. */
function checkBuckets(family: string, samples: readonly Sample[]): void {
  let last = { count: 0, bound: Number.NEGATIVE_INFINITY }
  for (const { name, labels, value, exemplar } of samples) {
    const { le = '' } = labels
    if (name === `${family}_count`) {
      if (last.bound !== Number.POSITIVE_INFINITY || last.count !== value)
        throw new Error(`${family} does not add up.`)
      last = { count: 0, bound: Number.NEGATIVE_INFINITY }
    }
    if (name !== `${family}_bucket`) continue
    if (!/^(\d+\.\d+|\+Inf)$/.test(le)) throw new Error(`Not a canonical bound: ${le}`)
    const bound = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le)
    if (bound <= last.bound || value < last.count) throw new Error(`${family} is not ascending.`)
    if (exemplar !== undefined && (exemplar.value > bound || exemplar.value <= last.bound))
      throw new Error(`An example of ${family} is in the wrong bucket.`)
    last = { count: value, bound }
  }
}

function filled(labels: readonly ('key' | 'model')[] = []) {
  const metrics = createMetrics({ labels, exportedTrace: trace => trace })
  for (let at = 0; at < 3; at += 1) metrics.request({ ...RECORD, milliseconds: 90 * 10 ** at })
  metrics.request({ ...RECORD, cost: undefined, status: 503 })
  metrics.watch([{ name: 'log_store', status: () => ({ waiting: 7, shed: 0, written: 0 }) }])
  metrics.notice({ kind: 'shed', sink: 'log_store', count: 1 })
  metrics.notice({ kind: 'sink', sink: 'log_store', available: false, message: 'It is gone.' })
  return metrics
}

describe('Metrics in OpenMetrics', () => {
  it('are what the specification allows, with examples that lead to traces', () => {
    const families = parseOpenMetrics(filled().text('openmetrics'))
    const buckets = families.get('portolan_request_seconds')?.samples ?? []
    expect(buckets.flatMap(({ exemplar }) => exemplar ?? [])).toEqual([
      { trace: TRACE, value: 0.09, time: 1_767_225_600.25 },
      { trace: TRACE, value: 0.3, time: 1_767_225_600.25 },
      { trace: TRACE, value: 0.9, time: 1_767_225_600.25 },
      { trace: TRACE, value: 9, time: 1_767_225_600.25 },
    ])
    expect(buckets[0]?.labels['config']).toBe(RECORD.config)
  })

  it('count tokens by kind, cost, fallbacks, waits and what sinks did', () => {
    const families = parseOpenMetrics(filled().text('openmetrics'))
    const valuesOf = (name: string): readonly unknown[] =>
      (families.get(name)?.samples ?? []).map(({ labels, value }) => [...Object.values(labels), value])
    expect(valuesOf('portolan_tokens')).toEqual([
      ['openai', 'input', 400],
      ['openai', 'output', 80],
      ['openai', 'cached', 240],
      ['openai', 'reasoning', 20],
    ])
    expect(valuesOf('portolan_cost_dollars')).toEqual([['openai', expect.closeTo(0.0045)]])
    expect(valuesOf('portolan_unknown_cost')).toEqual([['openai', 1]])
    expect(valuesOf('portolan_fallbacks')).toEqual([[RECORD.config, '429', 4]])
    expect(valuesOf('portolan_attempt_queue_seconds').at(-1)).toEqual(['openai', 4])
    expect(valuesOf('portolan_own_seconds').at(-1)).toEqual([4])
    expect(valuesOf('portolan_first_token_seconds').at(-1)).toEqual([RECORD.config, 3])
    expect(valuesOf('portolan_sink_shed')).toEqual([['log_store', 1]])
    expect(valuesOf('portolan_sink_available')).toEqual([['log_store', 0]])
    expect(valuesOf('portolan_sink_waiting')).toEqual([['log_store', 7]])
  })

  it('have the labels of keys and models that the manifest names, and no others', () => {
    const labelsOf = (metrics: ReturnType<typeof filled>): readonly string[] =>
      Object.keys(
        parseOpenMetrics(metrics.text('openmetrics')).get('portolan_requests')?.samples[0]?.labels ?? {},
      )
    expect(labelsOf(filled())).toEqual(['config', 'status'])
    expect(labelsOf(filled(['key', 'model']))).toEqual(['config', 'status', 'key', 'model'])
  })

  it('are without examples in the older format, and where traces are not exported', () => {
    expect(filled().text()).not.toMatch(/trace_id|EOF/)
    const metrics = createMetrics()
    metrics.request(RECORD)
    expect(metrics.text('openmetrics')).not.toContain('trace_id')
    expect(metrics.text('openmetrics')).toContain('portolan_requests_total{')
  })
})

describe('The parser of this test', () => {
  it.each([
    ['an open end', 'a 1\n'],
    ['a counter that is called total', '# HELP a_total A.\n# TYPE a_total counter\na_total 1\n# EOF\n'],
    ['a label with a line break', '# HELP a A.\n# TYPE a gauge\na{b="c\n"} 1\n# EOF\n'],
    ['an integer as bound', '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 1\n# EOF\n'],
    ['a sample of another family', '# HELP a A.\n# TYPE a gauge\nb 1\n# EOF\n'],
  ])('refuses %s', (_, text) => {
    expect(() => parseOpenMetrics(text)).toThrow()
  })
})
