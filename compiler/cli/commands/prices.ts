// `portolan prices`: what models cost, where the price is from, or why there is none.

import { resolve } from 'node:path'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import type { PlanPrice } from '../../../schemas/generated/types.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { parseJson } from '../../../schemas/values/json.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { cliCatalog } from '../cli-catalog.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { compileOne } from '../compile-groups.ts'
import { readFileText } from '../files/read-file.ts'
import { fitText, writeText } from '../layout/fit-text.ts'
import { isListFormat, LIST_FORMAT_USAGE } from '../list-format.ts'
import { comparePrices, formatComparison } from '../prices/compare-prices.ts'
import {
  allPrices,
  type FoundPrices,
  findPrices,
  providersWithPrices,
  type ShownPrice,
} from '../prices/find-prices.ts'
import {
  DATE_LINE,
  formatPrice,
  formatPriceTable,
  priceOrigin,
  UNPRICED,
  wrapped,
} from '../prices/format-prices.ts'
import { readPublishedList } from '../prices/published-list.ts'
import type { Terminal } from '../terminal.ts'

export const pricesCommand: Command = {
  usage: '[MODEL] [--provider NAME] [--compare FILE] [--json]',
  help: `Shows the prices of a model at every provider that has one, those of the manifest first: by unit, size of the input, service tier
and in batches, with where each is from. Without a model, the prices of the manifest, and with --provider all of its list.

  --provider NAME   only this provider; of a model without a price there, why it has none
  --compare FILE    beside a published list, as JSON: how many prices are equal, differ or are unknown here
  --json            print JSON, as --format json`,
  options: {
    provider: { type: 'string' },
    compare: { type: 'string' },
    json: { type: 'boolean' },
    format: { type: 'string', default: 'pretty' },
  },
  run: async ([model, ...others], { provider: named, compare, json, format }, terminal) => {
    if (!isListFormat(format)) return usageError(terminal, LIST_FORMAT_USAGE, 'prices')
    if (others.length > 0) return usageError(terminal, 'Name only one model.', 'prices')
    if (model !== undefined && compare !== undefined)
      return usageError(terminal, 'Name a model, or a list to compare with.', 'prices')
    const catalog = cliCatalog()
    const provider = typeof named === 'string' ? catalog.provider(named)?.id : undefined
    if (typeof named === 'string' && provider === undefined) {
      const near = didYouMean(suggest(named, catalog.providerNames))
      return usageError(terminal, `Unknown provider ${quoteName(named)}.${near}`, 'prices')
    }
    const own = await ownPrices(terminal)
    const now = nodePorts().clock.now()
    const isJson = json === true || format === 'json'
    if (typeof compare === 'string') return compareWith(compare, { provider, own, now, isJson, terminal })
    if (model !== undefined) {
      const found = findPrices(model, provider, own, now)
      terminal.writeStdout(
        isJson
          ? JSON.stringify(jsonOf(found), null, 2)
          : fitText(formatFound(model, found, terminal), terminal.width),
      )
      return found.priced.length > 0 ? EXIT.clean : EXIT.findings
    }
    const prices = allPrices(provider, own, now)
    if (isJson) terminal.writeStdout(JSON.stringify(prices.map(jsonOfPrice), null, 2))
    else if (prices.length === 0)
      writeText(
        terminal,
        provider === undefined
          ? 'The manifest has no prices. Name a model, or a provider with --provider.'
          : `No list has prices of ${provider}.`,
      )
    else writeText(terminal, [...formatPriceTable(prices), '', DATE_LINE].join('\n'))
    return EXIT.clean
  },
}

interface Comparison {
  readonly provider: string | undefined
  readonly own: readonly PlanPrice[]
  readonly now: number
  readonly isJson: boolean
  readonly terminal: Terminal
}

function compareWith(path: string, { provider, own, now, isJson, terminal }: Comparison): number {
  const { text, fault } = readFileText(resolve(terminal.folder, path))
  if (text === undefined) return usageError(terminal, `${path} cannot be read. ${fault}`, 'prices')
  const published = readPublishedList(parseJson(text))
  if (published.length === 0)
    return usageError(terminal, `${path} is not a list of prices in a form that is known.`, 'prices')
  const known = provider === undefined ? providersWithPrices(own) : [provider]
  const compared = comparePrices(createPriceList(own), published, new Set(known), now)
  if (isJson) terminal.writeStdout(JSON.stringify(compared, null, 2))
  else writeText(terminal, formatComparison(compared, provider !== undefined).join('\n'))
  return compared.differing.length === 0 ? EXIT.clean : EXIT.findings
}

/** Those of the project in the working folder; none without a project, or if it has errors. */
async function ownPrices(terminal: Terminal): Promise<readonly PlanPrice[]> {
  const silent: Terminal = { ...terminal, writeStderr: () => {}, writeStdout: () => {} }
  const compiled = await compileOne([], 'prices', silent).catch(() => 1)
  return typeof compiled === 'number' ? [] : (compiled.bundle?.gateway.prices ?? [])
}

function formatFound(model: string, { priced, unpriced }: FoundPrices, terminal: Terminal): string {
  const { paint } = terminal
  const why = unpriced.map(({ provider, because }) =>
    wrapped(`${model} at ${provider}: ${UNPRICED[because]}.`),
  )
  if (priced.length > 0) return [...priced.map(price => formatPrice(price, paint)), ...why].join('\n\n')
  return [
    `No price of ${quoteName(model)} is known.`,
    ...why,
    'A price of your own goes into the manifest:',
    `  prices: [{ provider: ${unpriced[0]?.provider ?? 'PROVIDER'}, model: ${JSON.stringify(model)}, input: 0, output: 0 }]`,
  ].join('\n')
}

const jsonOf = ({ priced, unpriced }: FoundPrices): object => ({ prices: priced.map(jsonOfPrice), unpriced })

const jsonOfPrice = ({ provider, model, found }: ShownPrice): object => ({
  provider,
  model,
  ...found.table,
  priced_as: `${found.provider}/${found.name}`,
  by: found.by,
  dated: found.price.dated,
  origin: priceOrigin(found),
})
