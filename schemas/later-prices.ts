// prices/later.tsv and prices/agreed.tsv: entries that the package of the list lacks, or has otherwise than its later release.
import { readFileSync } from 'node:fs'
import type { ModelFacts } from './values/price-table.ts'

const FILES = ['later', 'agreed'].map(name => new URL(`prices/${name}.tsv`, import.meta.url))

/** By the identifiers of providers. */
export function readLaterPrices(): ReadonlyMap<string, readonly ModelFacts[]> {
  const rows = FILES.flatMap(file => readFileSync(file, 'utf8').split('\n'))
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => line.split('\t'))
  return new Map(
    [...Map.groupBy(rows, ([provider = '']) => provider)].map(([provider, lines]) => [
      provider,
      lines.map(([, entry = '']) => JSON.parse(entry) as ModelFacts),
    ]),
  )
}
