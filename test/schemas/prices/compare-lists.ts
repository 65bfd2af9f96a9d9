// `node test/schemas/prices/compare-lists.ts NAME=FILE|FOLDER …`: compares our prices with those of published lists (schemas/prices/README.md),
// and prints the lines that differences.tsv lacks, and those that it has and that are so no more. `--write` writes it: reasons are kept,
// and a new line has `?`, which its test refuses.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { comparePrices, type PriceDifference } from '../../../compiler/cli/prices/compare-prices.ts'
import { type PublishedPrice, readPublishedList } from '../../../compiler/cli/prices/published-list.ts'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { models, pricedLike } from '../../../schemas/generated/models.ts'
import {
  DIFFERENCE_FILE,
  type DifferenceLine,
  lineKey,
  readDifferences,
  writeLine,
} from './difference-file.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } })
const { head, lists, lines: written } = readDifferences()
const known = new Set([...Object.keys(models), ...Object.keys(pricedLike)])

/** A folder has a file for each provider. */
function published(path: string): readonly PublishedPrice[] {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter(name => /^[^.].*\.json$/.test(name))
        .map(name => join(path, name))
    : [path]
  return files.flatMap(file => readPublishedList(JSON.parse(readFileSync(file, 'utf8'))))
}

/** A line for all units of a model, and then for all models of one price. */
function linesOf(list: string, differences: readonly PriceDifference[]): readonly DifferenceLine[] {
  const byModel = Map.groupBy(differences, ({ provider, model }) => `${provider} ${model}`)
  const lines = [...byModel.values()].flatMap(group => {
    const [first] = group
    return first === undefined
      ? []
      : [
          {
            provider: first.provider,
            models: [first.model],
            units: group.map(({ unit }) => unit),
            ours: group.map(({ ours }) => ours),
            theirs: group.map(({ theirs }) => theirs),
            list,
            reason: '',
          },
        ]
  })
  return [...Map.groupBy(lines, line => lineKey({ ...line, models: [] })).values()].flatMap(
    ([first, ...others]) =>
      first === undefined
        ? []
        : [{ ...first, models: [first, ...others].flatMap(line => line.models).toSorted() }],
  )
}

const found = lists.flatMap(({ name, day }) => {
  const given = positionals.find(each => each.startsWith(`${name}=`))
  if (given === undefined) throw new Error(`Name the file or folder of ${name}: ${name}=PATH`)
  const prices = published(given.slice(name.length + 1))
  const compared = comparePrices(createPriceList(), prices, known, Date.parse(`${day}T12:00:00Z`))
  const { equal, differing, unknown } = compared
  process.stderr.write(
    `${name}: ${equal.length} equal, ${differing.length} differing, ${unknown.length} unknown here\n`,
  )
  return linesOf(name, compared.differences)
})

const reasons = new Map(written.map(line => [lineKey(line), line.reason]))
const next = found.map(line => writeLine({ ...line, reason: reasons.get(lineKey(line)) ?? '?' })).toSorted()
const before = new Set(written.map(writeLine))
const missing = next.filter(line => !before.has(line))
const stale = [...before].filter(line => !next.includes(line))
for (const line of [...missing.map(line => `+ ${line}`), ...stale.map(line => `- ${line}`)])
  process.stdout.write(`${line}\n`)
if (values.write === true) writeFileSync(DIFFERENCE_FILE, `${[...head, ...next].join('\n')}\n`)
process.exitCode = missing.length + stale.length > 0 ? 1 : 0
