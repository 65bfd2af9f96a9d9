// `portolan prices`: what models cost, where the price is from, or why there is none.

import { resolve } from 'node:path'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { lives } from '../../../schemas/generated/lives.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { parseJson } from '../../../schemas/values/json.ts'
import { createLifeSearch, dayOf, lifePhase, lifeSentence } from '../../../schemas/values/model-life.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { locationOf } from '../../diagnostics/diagnostic.ts'
import { lineStarts, positionAt } from '../../diagnostics/position.ts'
import { namesList, priceEntries } from '../../validate/manifest-rules/prices-can-apply.ts'
import { cliCatalog } from '../cli-catalog.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { type CompiledGroup, compileOne } from '../compile-groups.ts'
import { readFileText } from '../files/read-file.ts'
import { fitText, writeText } from '../layout/fit-text.ts'
import { isListFormat, LIST_FORMAT_USAGE } from '../list-format.ts'
import { comparePrices, formatComparison } from '../prices/compare-prices.ts'
import { createFetchList } from '../prices/fetch-list.ts'
import {
  allPrices,
  type FoundPrices,
  findPrices,
  type PricedProject,
  type PriceSources,
  providersWithPrices,
  type ShownPrice,
} from '../prices/find-prices.ts'
import {
  DATE_LINE,
  formatLists,
  formatPrice,
  formatPriceTable,
  NO_SOURCES,
  priceOrigin,
  unpricedReason,
  wrapped,
} from '../prices/format-prices.ts'
import { readPublishedList } from '../prices/published-list.ts'
import { importList, updateLists } from '../prices/update-lists.ts'
import { DAY_USAGE, readDay } from '../read-day.ts'
import type { Terminal } from '../terminal.ts'

export const pricesCommand: Command = {
  usage: '[MODEL] [--provider NAME] [--on DAY] [--compare FILE | --update | --import FILE] [--json]',
  help: `Shows the prices of a model at every provider that has one, those of the manifest first: by unit, size of the input, service tier
and in batches, with where each is from. Without a model, the prices of the manifest, and with --provider all of its list.

  --provider NAME   only this provider, or the stored one as @slug; of a model without a price there, why it has none
  --on DAY          what it costs on a day: 2027-01-15, or +60d; today by default
  --compare FILE    beside a published list, as JSON: how many prices are equal, differ or are unknown here
  --update          fetch the lists of "prices" that have a "url", and write the digest of each file into the manifest
  --import FILE     write a published list, as JSON, as a file of prices below prices/, with --provider only its prices
  --json            print JSON, as --format json`,
  options: {
    provider: { type: 'string' },
    on: { type: 'string' },
    compare: { type: 'string' },
    update: { type: 'boolean' },
    import: { type: 'string' },
    json: { type: 'boolean' },
    format: { type: 'string', default: 'pretty' },
  },
  run: async ([model, ...others], values, terminal) => {
    const { provider: named, compare, update, import: imported, json, format } = values
    if (!isListFormat(format)) return usageError(terminal, LIST_FORMAT_USAGE, 'prices')
    if (others.length > 0) return usageError(terminal, 'Name only one model.', 'prices')
    const instead = [model, compare, imported, update].filter(each => each !== undefined)
    if (instead.length > 1)
      return usageError(terminal, 'Name a model, a list to compare with or to import, or --update.', 'prices')
    const day = readDay(values['on'], terminal)
    if (day === undefined) return usageError(terminal, DAY_USAGE, 'prices')
    const project = await compileSilently(terminal)
    const priced: PricedProject = project?.gateway ?? { providers: {} }
    const wanted = typeof named === 'string' ? providerOf(named, project) : undefined
    if (typeof named === 'string' && wanted === undefined) {
      const near = didYouMean(suggest(named, cliCatalog().providerNames))
      return usageError(terminal, `Unknown provider ${quoteName(named)}.${near}`, 'prices')
    }
    if (update === true || typeof imported === 'string') {
      if (project === undefined) return usageError(terminal, 'There is no project in this folder.', 'prices')
      return typeof imported === 'string'
        ? await importList(imported, wanted, project, terminal)
        : await updateLists(project, terminal, createFetchList(fetch))
    }
    const now = Date.parse(day)
    const isJson = json === true || format === 'json'
    if (typeof compare === 'string')
      return compareWith(compare, { provider: wanted, project: priced, now, isJson, terminal })
    const sources = sourcesOf(project)
    if (model !== undefined) {
      const found = findPrices(model, wanted, priced, now)
      terminal.writeStdout(
        isJson
          ? JSON.stringify(jsonOf(found, sources), null, 2)
          : fitText(formatFound(model, found, { sources, day }, terminal), terminal.width),
      )
      return found.priced.length > 0 ? EXIT.clean : EXIT.findings
    }
    const prices = allPrices(wanted, priced, now)
    if (isJson)
      terminal.writeStdout(
        JSON.stringify(
          prices.map(each => jsonOfPrice(each, sources)),
          null,
          2,
        ),
      )
    else {
      const lists = wanted === undefined ? formatLists(priced) : []
      const table = prices.length === 0 ? [] : [...formatPriceTable(prices), '', DATE_LINE]
      const none =
        wanted === undefined
          ? 'The manifest has no prices. Name a model, or a provider with --provider.'
          : `No list has prices of ${wanted}.`
      const blank = table.length > 0 && lists.length > 0 ? [''] : []
      const lines = [...table, ...blank, ...lists]
      writeText(terminal, lines.length === 0 ? none : lines.join('\n'))
    }
    return EXIT.clean
  },
}

/** The project in the working folder, also with errors; undefined without one. */
async function compileSilently(terminal: Terminal): Promise<CompiledGroup | undefined> {
  const silent: Terminal = { ...terminal, writeStderr: () => {}, writeStdout: () => {} }
  const compiled = await compileOne([], 'prices', silent).catch(() => undefined)
  return typeof compiled === 'object' ? compiled : undefined
}

/** A provider of the catalog, or a stored one of the project as `@slug`. */
function providerOf(name: string, project: CompiledGroup | undefined): string | undefined {
  if (!name.startsWith('@')) return cliCatalog().provider(name)?.id
  const { providers = {}, pools = {}, external = [] } = project?.gateway ?? {}
  const slug = name.slice(1)
  const isKnown = Object.hasOwn(providers, slug) || Object.hasOwn(pools, slug) || external.includes(slug)
  return isKnown ? name : undefined
}

/** The lines of the prices of a manifest. */
function sourcesOf(project: CompiledGroup | undefined): PriceSources {
  const manifest = project?.input.manifest
  const parsed = manifest?.read(manifest.source, () => {})
  if (parsed === undefined) return NO_SOURCES
  const starts = lineStarts(parsed.source.text)
  const entries = priceEntries(parsed.value).filter(([, entry]) => !namesList(entry))
  const { priceLists } = project?.gateway ?? {}
  return {
    ...(priceLists && { priceLists }),
    lineOf: ({ provider, model, from }) => {
      const day = from === undefined ? undefined : dayOf(from)
      const found = entries.findLast(
        ([, entry]) => entry['provider'] === provider && entry['model'] === model && entry['from'] === day,
      )
      if (found === undefined) return undefined
      const { source, span } = locationOf(parsed, found[0])
      return source.name === parsed.source.name
        ? `${source.name}:${positionAt(starts, span.start).line}`
        : undefined
    },
  }
}

interface Comparison {
  readonly provider: string | undefined
  readonly project: PricedProject
  readonly now: number
  readonly isJson: boolean
  readonly terminal: Terminal
}

function compareWith(path: string, { provider, project, now, isJson, terminal }: Comparison): number {
  const { text, fault } = readFileText(resolve(terminal.folder, path))
  if (text === undefined) return usageError(terminal, `${path} cannot be read. ${fault}`, 'prices')
  const published = readPublishedList(parseJson(text))
  if (published.length === 0)
    return usageError(terminal, `${path} is not a list of prices in a form that is known.`, 'prices')
  const known = provider === undefined ? providersWithPrices(project) : [provider]
  const compared = comparePrices(createPriceList(project.prices), published, new Set(known), now)
  if (isJson) terminal.writeStdout(JSON.stringify(compared, null, 2))
  else writeText(terminal, formatComparison(compared, provider !== undefined).join('\n'))
  return compared.differing.length === 0 ? EXIT.clean : EXIT.findings
}

function formatFound(
  model: string,
  { priced, unpriced }: FoundPrices,
  { sources, day }: { readonly sources: PriceSources; readonly day: string },
  terminal: Terminal,
): string {
  const { paint } = terminal
  const findLife = createLifeSearch(lives)
  const ends = [...new Set([...priced, ...unpriced].map(({ provider }) => provider))].flatMap(provider => {
    const life = findLife(provider, model)
    if (life === undefined || lifePhase(life, day) === 'living') return []
    return [wrapped(lifeSentence(cliCatalog().provider(provider)?.name ?? provider, model, life, day))]
  })
  const why = unpriced.map(({ provider, because }) =>
    wrapped(`${model} at ${provider}: ${unpricedReason(provider, because)}.`),
  )
  if (priced.length > 0)
    return [...priced.map(price => formatPrice(price, paint, sources)), ...why, ...ends].join('\n\n')
  return [
    `No price of ${quoteName(model)} is known.`,
    ...why,
    ...ends,
    'A price of your own goes into the manifest:',
    `  prices: [{ provider: ${unpriced[0]?.provider ?? 'PROVIDER'}, model: ${JSON.stringify(model)}, input: 0, output: 0 }]`,
  ].join('\n')
}

const jsonOf = ({ priced, unpriced }: FoundPrices, sources: PriceSources): object => ({
  prices: priced.map(each => jsonOfPrice(each, sources)),
  unpriced,
})

const jsonOfPrice = ({ provider, model, found }: ShownPrice, sources: PriceSources): object => ({
  provider,
  model,
  ...found.table,
  priced_as: `${found.provider}/${found.name}`,
  by: found.by,
  dated: found.price.dated,
  ...(found.discount && { discount: found.discount.discount }),
  origin: priceOrigin(found, sources),
})
