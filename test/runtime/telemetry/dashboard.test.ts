// The queries of the dashboard ask for metrics and labels that the gateway has.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { declareMetrics } from '../../../runtime/telemetry/metric-families.ts'
import { ROOT } from '../../support/folder.ts'

interface Dashboard {
  readonly panels: readonly {
    readonly id: number
    readonly title: string
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[]
  }[]
  readonly templating: { readonly list: readonly { readonly query: string }[] }
}

const dashboard = JSON.parse(
  readFileSync(join(ROOT, 'examples/telemetry/dashboard.json'), 'utf8'),
) as Dashboard
const families = Object.values(declareMetrics())

/** The names of the samples, with the labels that each has beside those of Prometheus. */
const samples = new Map(
  families.flatMap(({ name, labelNames, ...metric }): readonly (readonly [string, readonly string[]])[] =>
    'add' in metric
      ? [[name, labelNames]]
      : [
          [`${name}_bucket`, [...labelNames, 'le']],
          [`${name}_sum`, labelNames],
          [`${name}_count`, labelNames],
        ],
  ),
)
const queries = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr, legendFormat }) => [title, expr, legendFormat] as const),
)

describe('The dashboard', () => {
  it.each(queries)('%s: %s', (_title, query, legend) => {
    const names = query.match(/portolan_\w+/g) ?? []
    expect(names).not.toEqual([])
    const labels = new Set<string>(['job'])
    for (const name of names) {
      expect([...samples.keys()]).toContain(name)
      for (const label of samples.get(name) ?? []) labels.add(label)
    }
    const grouped = Array.from(query.matchAll(/by \(([^)]*)\)/g), ([, list = '']) => list.split(/, */)).flat()
    const matched = Array.from(query.matchAll(/(\w+)=~?"/g), ([, label = '']) => label)
    const shown = Array.from(legend.matchAll(/\{\{(\w+)\}\}/g), ([, label = '']) => label)
    for (const label of [...grouped, ...matched, ...shown]) expect([...labels]).toContain(label)
    for (const label of shown) expect(grouped).toContain(label)
    if (query.startsWith('histogram_quantile')) expect(grouped).toContain('le')
  })

  it('shows every family of metrics but those of rare matters', () => {
    const text = JSON.stringify(dashboard)
    expect(families.map(({ name }) => name).filter(name => !text.includes(name))).toEqual([
      'portolan_circuit_changes_total',
      'portolan_unpriced_total',
      'portolan_canary_decisions_total',
      'portolan_dropped_connections_total',
    ])
  })

  it('has panels that do not cover each other', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })
})
