// The files of prices that a manifest names: each is pinned by its digest, has the entries of "prices", and is read where it is compiled.
import { models, pricedLike, priceRules } from '../../schemas/generated/models.ts'
import type { Manifest, PlanPrice, Price } from '../../schemas/generated/types.ts'
import { manifest as validator } from '../../schemas/generated/validators/manifest.js'
import { quoteName } from '../../schemas/values/format-names.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'
import { ListedPrices } from '../../schemas/values/priced-name.ts'
import { hasRates, isNamedBy } from '../../schemas/values/written-prices.ts'
import { collectDiagnostics, hasErrors, type ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import type { Catalog } from '../facts/catalog.ts'
import { isPriceList, lowerPrices, type ReadPriceList } from '../lower/prices.ts'
import type { SourceReader } from '../read/reader.ts'
import type { Origin, ParsedSource, Source } from '../source.ts'
import { finishReport } from './finish-report.ts'
import {
  checkPrices,
  fileOfList,
  namesList,
  priceEntries,
  slugsOf,
} from './manifest-rules/prices-can-apply.ts'
import { createReportAt, type ReportAt } from './reporting/report.ts'
import { propertyNamesOf } from './structure/property-names.ts'
import { validateStructure } from './structure/validate-structure.ts'
import { isJsonArray, ownProperty } from './values/json-values.ts'

/** The files of prices that a manifest names, by their names there. */
export type PriceListInputs = ReadonlyMap<string, PriceListInput>

/** A file of prices with its digest, or why it cannot be read, as a sentence. */
export type PriceListInput =
  | { readonly input: { readonly source: Source; readonly read: SourceReader }; readonly digest: string }
  | { readonly fault: string }

/** The lists in the order of the manifest, which is undefined if it has errors itself; undefined after an error. */
export function validatePriceLists(
  parsed: ParsedSource,
  manifest: Manifest | undefined,
  inputs: PriceListInputs | undefined,
  catalog: Catalog,
  report: ReportDiagnostic,
): readonly ReadPriceList[] | undefined {
  const reportAt = createReportAt(parsed, report)
  const found = priceEntries(parsed.value)
    .filter(([, entry]) => namesList(entry))
    .map(([at, entry]) => {
      const file = fileOfList(entry) ?? ''
      const read = ownProperty(entry, 'read')
      const input = pinnedInput(file, entry, inputs?.get(file))
      if ('fault' in input) {
        const location = childPointer(at, input.property)
        reportAt('unusable-price-list', parsed.origins.has(location) ? location : at, input.fault)
        return undefined
      }
      const list = readPrices(input, parsed, catalog, report)
      const day = typeof read === 'string' ? read : undefined
      return list && { file, digest: input.digest, read: day, ...list }
    })
  const lists = found.filter(list => list !== undefined)
  if (lists.length < found.length) return undefined
  if (manifest === undefined) return lists
  const own = { reportAt, prices: manifest.prices ?? [] }
  reportVoidDiscounts([own, ...lists], manifest, lowerPrices(manifest.prices, lists).prices ?? [])
  return lists
}

interface PriceSource {
  readonly reportAt: ReportAt
  readonly prices: readonly Price[]
}

/** Discounts off a price that no list has. */
function reportVoidDiscounts(
  sources: readonly PriceSource[],
  { providers = {} }: Manifest,
  all: readonly PlanPrice[],
): void {
  if (all.every(price => price.discount === undefined)) return
  const listed = new ListedPrices({ models, pricedLike, priceRules })
  const rates = all.filter(hasRates)
  for (const { reportAt, prices } of sources)
    for (const [index, price] of prices.entries()) {
      const { provider: named = '', model = '', discount } = price
      if (
        discount === undefined ||
        isPriceList(price) ||
        Object.keys(price).some(name => !OF_DISCOUNTS.has(name))
      )
        continue
      const slug = named.startsWith('@') ? named.slice(1) : undefined
      const provider = slug === undefined ? named : ownValue(providers, slug)?.provider
      if (provider === undefined) continue
      const isPriced =
        isListed(listed, provider, model) ||
        rates.some(
          each =>
            (each.provider === provider || each.provider === named) &&
            (isNamedBy({ model }, each.model) || isNamedBy(each, model)),
        )
      if (!isPriced)
        reportAt(
          'setting-without-effect',
          childPointer(childPointer('/prices', index), 'discount'),
          `This discount has no effect: no list has a price of ${quoteName(model)} at ${provider}. Add its prices beside the discount.`,
        )
    }
}

const OF_DISCOUNTS: ReadonlySet<string> = new Set(['provider', 'model', 'from', 'read', 'discount'])

/** Whether the list has a price of the model, or of one whose name begins so. */
function isListed(listed: ListedPrices, provider: string, model: string): boolean {
  if (!model.endsWith('*')) return typeof listed.find(provider, model) !== 'string'
  return [provider, ...(ownValue(pricedLike, provider) ?? [])].some(host =>
    (ownValue(models, host) ?? []).some(({ id, also = [] }) =>
      [id, ...also].some(name => isNamedBy({ model }, name)),
    ),
  )
}

const ownValue = <T>(values: { readonly [name: string]: T }, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

type PinnedInput = Extract<PriceListInput, { readonly digest: string }>

interface UnpinnedInput {
  readonly fault: string
  /** What the mistake is in. */
  readonly property: 'file' | 'digest'
}

function pinnedInput(
  file: string,
  entry: JsonObject,
  input: PriceListInput | undefined,
): PinnedInput | UnpinnedInput {
  const [digest, url] = ['digest', 'url'].map(name => ownProperty(entry, name))
  if (isOutside(file))
    return { fault: `A file of prices must be in the folder of the project, not ${file}.`, property: 'file' }
  if (input === undefined) {
    const advice = url === undefined ? '' : ' "portolan prices --update" fetches it.'
    return { fault: `The file ${file} does not exist.${advice}`, property: 'file' }
  }
  if ('fault' in input) return { fault: `${file}: ${input.fault}`, property: 'file' }
  if (digest === undefined)
    return {
      fault: `${file} is not pinned by a digest. Pin it with "portolan prices --update".`,
      property: 'file',
    }
  if (digest !== input.digest)
    return {
      fault: `${file} has the digest ${input.digest}: it has changed since it was pinned. Look at its changes, then pin it with "portolan prices --update".`,
      property: 'digest',
    }
  return input
}

/** Absolute, or above the manifest. */
export const isOutside = (file: string): boolean =>
  /^(?:[/\\]|[a-z]:)/i.test(file) || file.split(/[/\\]/).includes('..')

/** Its entries are validated as those of a manifest that has them as its own prices. */
function readPrices(
  { input: { source, read } }: PinnedInput,
  manifest: ParsedSource,
  catalog: Catalog,
  report: ReportDiagnostic,
): PriceSource | undefined {
  const parsed = read(source, report)
  if (parsed === undefined) return undefined
  const { report: collect, diagnostics } = collectDiagnostics()
  if (!isJsonArray(parsed.value)) {
    createReportAt(parsed, report)(
      'wrong-type',
      '',
      'A file of prices is a list of prices as the manifest has them. "portolan prices --import" writes one from a public list.',
    )
    return undefined
  }
  const own = asManifest(parsed)
  const { reported } = validateStructure(
    own,
    validator,
    propertyNamesOf('Manifest'),
    createReportAt(own, collect),
  )
  const reportAt = createReportAt(own, collect, reported)
  for (const [at, entry] of priceEntries(own.value))
    if (namesList(entry)) reportAt('unusable-price-list', at, 'A file of prices cannot name another file.')
  checkPrices(
    { parsed: own, catalog, slugs: slugsOf(manifest.value), prices: priceEntries(own.value) },
    reportAt,
  )
  finishReport(diagnostics, own, 'Manifest', catalog, report)
  const { prices = [] } = own.value as Pick<Manifest, 'prices'>
  return hasErrors(diagnostics) ? undefined : { prices, reportAt: createReportAt(own, report) }
}

/** The same source with its value as the prices of a manifest. */
function asManifest({ source, value, origins }: ParsedSource): ParsedSource {
  const moved = new Map<Pointer, Origin>()
  for (const [pointer, origin] of origins) moved.set(`/prices${pointer}`, origin)
  return { source, value: { prices: value }, origins: moved }
}
