// Coverage of tests: the edges of plans that some case took, and where in the configs the others are.
import { type PlanCoverage, type PlanEdge, planEdges } from '../../../runtime/simulation/plan-coverage.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { type Location, locationOf } from '../../diagnostics/diagnostic.ts'
import { lineStarts, positionAt } from '../../diagnostics/position.ts'
import type { TestGroup } from '../files/find-test-files.ts'
import { writeText } from '../layout/fit-text.ts'
import type { Terminal } from '../terminal.ts'
import type { GroupResult } from './run-test-group.ts'

interface UncoveredEdge extends PlanEdge {
  readonly config: string
  /** In the source of the config, where it is known. */
  readonly location: Location | undefined
}

export interface CoverageReport {
  readonly configs: number
  readonly edges: number
  readonly taken: number
  readonly percent: number
  readonly uncovered: readonly UncoveredEdge[]
}

export function measureCoverage(
  { whole }: TestGroup,
  { compiled, files }: GroupResult,
  coverage: PlanCoverage,
): CoverageReport {
  const tested = new Set(files.flatMap(({ cases }) => cases.map(({ config }) => config)))
  const reports = compiled.flatMap(({ plans, parsed }) =>
    [...plans]
      .filter(([id]) => whole || tested.has(id))
      .map(([config, plan]) => {
        const edges = planEdges(plan)
        const taken = coverage.taken(config)
        const source = parsed.get(config)
        const uncovered = edges
          .filter(({ id }) => !taken.has(id))
          .map(edge => ({ ...edge, config, location: source && locationOf(source, edge.pointer) }))
        return reportOf(1, edges.length, uncovered)
      }),
  )
  return joinReports(reports)
}

export const joinReports = (reports: readonly CoverageReport[]): CoverageReport =>
  reportOf(
    reports.reduce((sum, { configs }) => sum + configs, 0),
    reports.reduce((sum, { edges }) => sum + edges, 0),
    reports.flatMap(({ uncovered }) => uncovered),
  )

function reportOf(configs: number, edges: number, uncovered: readonly UncoveredEdge[]): CoverageReport {
  const taken = edges - uncovered.length
  return { configs, edges, taken, percent: edges === 0 ? 100 : (100 * taken) / edges, uncovered }
}

const placeOf = (location: Location | undefined) => {
  if (location === undefined) return undefined
  const { source, span } = location
  return { file: source.name, ...positionAt(lineStarts(source.text), span.start) }
}

export function printUncovered({ uncovered }: CoverageReport, terminal: Terminal): void {
  for (const { config, label, location } of uncovered) {
    const place = placeOf(location)
    const at = place === undefined ? config : `${place.file}:${place.line}:${place.column}`
    writeText(terminal, `${terminal.paint('place', at)} no test of "${config}" ${asVerb(label)}`)
  }
}

/** A condition has no verb. */
const asVerb = (label: string): string => (label.startsWith('where ') ? `goes ${label}` : label)

/** `coverage 87.5%: 7 of 8 edges of 2 configs`. */
export const formatCoverage = ({ percent, taken, edges, configs }: CoverageReport): string =>
  `coverage ${Math.floor(percent * 10) / 10}%: ${taken} of ${pluralize(edges, 'edge')} of ${pluralize(configs, 'config')}`

/** Property names are stable: CI reads them. */
export const toJsonCoverage = ({ percent, taken, edges, configs, uncovered }: CoverageReport): object => ({
  percent,
  taken,
  edges,
  configs,
  uncovered: uncovered.map(({ config, label, location }) => ({ config, edge: label, ...placeOf(location) })),
})
