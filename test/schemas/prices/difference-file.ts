// schemas/prices/differences.tsv: where two published lists have other prices than ours, and why ours are thought right.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../support/folder.ts'

export const DIFFERENCE_FILE = join(ROOT, 'schemas/prices/differences.tsv')

export interface DifferenceLine {
  readonly provider: string
  /** Names of one price. */
  readonly models: readonly string[]
  readonly units: readonly string[]
  /** By unit, in US dollars per million tokens. */
  readonly ours: readonly number[]
  readonly theirs: readonly number[]
  readonly list: string
  readonly reason: string
}

export interface DifferenceFile {
  /** Comments and the reasons, as they are written. */
  readonly head: readonly string[]
  readonly lists: readonly { readonly name: string; readonly version: string; readonly day: string }[]
  readonly reasons: ReadonlySet<string>
  readonly lines: readonly DifferenceLine[]
}

export function readDifferences(): DifferenceFile {
  const all = readFileSync(DIFFERENCE_FILE, 'utf8').split('\n')
  const head = all.filter(line => line.startsWith('#'))
  const named = (kind: string) =>
    head.flatMap(line => (line.startsWith(`# ${kind} `) ? [line.split(' ').slice(2)] : []))
  return {
    head,
    lists: named('list').map(([name = '', version = '', day = '']) => ({ name, version, day })),
    reasons: new Set(named('reason').map(([word = '']) => word)),
    lines: all.filter(line => line !== '' && !line.startsWith('#')).map(readLine),
  }
}

function readLine(line: string): DifferenceLine {
  const [provider = '', models = '', units = '', ours = '', theirs = '', list = '', reason = ''] =
    line.split('\t')
  return {
    provider,
    models: models.split(' '),
    units: units.split(', '),
    ours: ours.split(' ').map(Number),
    theirs: theirs.split(' ').map(Number),
    list,
    reason,
  }
}

export const writeLine = ({ provider, models, units, ours, theirs, list, reason }: DifferenceLine): string =>
  [provider, models.join(' '), units.join(', '), ours.join(' '), theirs.join(' '), list, reason].join('\t')

/** What a line says without its reason. */
export const lineKey = (line: DifferenceLine): string => writeLine({ ...line, reason: '' })
