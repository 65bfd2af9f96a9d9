// prices/later.tsv: entries that a later release of the list has and the package that is installed lacks, or has otherwise.
import { readFileSync } from 'node:fs'
import type { ModelFacts } from './values/price-table.ts'

const FILE = new URL('prices/later.tsv', import.meta.url)

/** By the identifiers of providers. */
export function readLaterPrices(): ReadonlyMap<string, readonly ModelFacts[]> {
  const rows = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => line.split('\t'))
  return new Map(
    [...Map.groupBy(rows, ([provider = '']) => provider)].map(([provider, lines]) => [
      provider,
      lines.map(([, entry = '']) => JSON.parse(entry) as ModelFacts),
    ]),
  )
}
