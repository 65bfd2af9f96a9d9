// The queries of the dashboard and of the alerts ask for metrics and labels that the gateway has, and the page about them lists all.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { declareMetrics } from '../../../runtime/telemetry/metric-families.ts'
import { ROOT } from '../../support/folder.ts'
import { expectSection } from '../../support/readme-section.ts'

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

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly annotations: { readonly summary: string }
}
const alerts = (
  parse(readFileSync(join(ROOT, 'examples/telemetry/alerts.yml'), 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly Alert[] }[]
  }
).groups.flatMap(({ rules }) => rules)

/** The metrics and labels of a query exist; its groups. */
function checkQuery(query: string): {
  readonly labels: ReadonlySet<string>
  readonly grouped: readonly string[]
} {
  const names = query.match(/portolan_\w+/g) ?? []
  expect(names).not.toEqual([])
  const labels = new Set<string>(['job'])
  for (const name of names) {
    expect([...samples.keys()]).toContain(name)
    for (const label of samples.get(name) ?? []) labels.add(label)
  }
  const grouped = Array.from(query.matchAll(/by \(([^)]*)\)/g), ([, list = '']) => list.split(/, */)).flat()
  const matched = Array.from(query.matchAll(/(\w+)=~?"/g), ([, label = '']) => label)
  for (const label of [...grouped, ...matched]) expect([...labels]).toContain(label)
  if (query.startsWith('histogram_quantile')) expect(grouped).toContain('le')
  return { labels, grouped }
}

describe('The dashboard', () => {
  it.each(queries)('%s: %s', (_title, query, legend) => {
    const { labels, grouped } = checkQuery(query)
    const shown = Array.from(legend.matchAll(/\{\{(\w+)\}\}/g), ([, label = '']) => label)
    for (const label of shown) {
      expect([...labels]).toContain(label)
      expect(grouped).toContain(label)
    }
  })

  it('shows every family of metrics but those of rare matters', () => {
    const text = JSON.stringify(dashboard)
    expect(families.map(({ name }) => name).filter(name => !text.includes(name))).toEqual([
      'portolan_other_model_total',
      'portolan_circuit_changes_total',
      'portolan_unpriced_total',
      'portolan_canary_decisions_total',
      'portolan_bugs_total',
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

describe('The alerts', () => {
  it.each(alerts.filter(({ expr }) => !expr.startsWith('up{')).map(({ alert, expr }) => [alert, expr]))(
    '%s: %s',
    (_name, query) => void checkQuery(query),
  )

  it('have names of their own, a time and a summary in the forms of Prometheus', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
    for (const { alert, for: time = '0m', annotations, ...others } of alerts) {
      expect(alert).toMatch(/^Portolan[A-Z]\w+$/)
      expect(time).toMatch(/^\d+[smh]$/)
      expect(annotations.summary).toMatch(/\.$/)
      expect(Object.keys(others)).toEqual(['expr'])
    }
  })
})

describe('schemas/dashboards.md', () => {
  const section = (name: string): RegExp =>
    new RegExp(`(<!-- ${name} -->\\n)([\\s\\S]*?)(<!-- end of ${name} -->)`)
  const row = (...cells: readonly string[]): string =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
  const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
    [head, head.map(() => '---'), ...rows].map(cells => row(...cells)).join('')
  it.each([
    [
      'panels',
      table(
        ['panel', 'metrics'],
        dashboard.panels.map(({ title, targets }) => [
          title,
          [...new Set(targets.flatMap(({ expr }) => expr.match(/portolan_\w+/g) ?? []))]
            .map(name => `\`${name}\``)
            .join(', '),
        ]),
      ),
    ],
    [
      'alerts',
      table(
        ['alert', 'meaning', 'after'],
        alerts.map(each => [`\`${each.alert}\``, each.annotations.summary, each.for ?? 'at once']),
      ),
    ],
    [
      'metrics',
      table(
        ['metric', 'description', 'labels'],
        families.map(({ name, labelNames, text }) => [
          `\`${name}\``,
          /^# HELP \S+ (.*)$/m.exec(text())?.[1] ?? '',
          labelNames.map(label => `\`${label}\``).join(', '),
        ]),
      ),
    ],
  ])('lists all %s', (name, text) => {
    expectSection('schemas/dashboards.md', section(name), text)
  })
})
