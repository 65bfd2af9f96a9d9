// Prices name a provider and a model and have an amount or a discount, and lists of prices have nothing but their file.
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { type Rates, TOKEN_UNITS } from '../../../schemas/values/price-table.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { knownModels } from '../../facts/known-models.ts'
import type { ParsedSource } from '../../source.ts'
import { hasProperty, stringProperty } from '../nodes/config-node.ts'
import { externalSlugs, slugOfEntry, slugsOfProviders } from '../nodes/manifest-parts.ts'
import type { ManifestContext, ManifestRule } from '../nodes/rule-context.ts'
import { replaceScalar, replaceWithOnly } from '../reporting/replacement-fix.ts'
import type { ReportAt } from '../reporting/report.ts'
import { reportModel } from '../rules/forced-models.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

export const pricesCanApply: ManifestRule = (context, report) => {
  const { parsed, catalog, manifest } = context
  checkPrices({ parsed, catalog, slugs: slugsOf(manifest), prices: priceEntries(manifest) }, report)
  for (const [at, price] of priceEntries(manifest)) {
    const [provider, model] = [ownProperty(price, 'provider'), ownProperty(price, 'model')]
    if (typeof provider !== 'string' || typeof model !== 'string' || model.includes('*')) continue
    const spec = specOf(context, provider)
    const advice = spec && catalog.modelAdvice?.(spec, model)
    if (spec === undefined || advice === undefined) continue
    checkThousands(
      parsed,
      at,
      price,
      knownModels(spec).find(({ id }) => id === model),
      report,
    )
    reportModel(parsed, report, { spec, model, written: model, at: childPointer(at, 'model'), advice })
  }
}

/** The provider of the catalog whose models a price names; undefined where it has any. */
function specOf({ catalog, storedNodes }: ManifestContext, provider: string): ProviderSpec | undefined {
  if (!provider.startsWith('@')) return catalog.provider(provider)
  const node = storedNodes.find(({ pointer }) => `@${slugOfEntry(pointer)}` === provider)
  if (node === undefined || hasProperty(node, 'custom_host')) return undefined
  return catalog.provider(stringProperty(node, 'provider') ?? '')
}

export interface CheckedPrices extends Pick<ManifestContext, 'parsed' | 'catalog'> {
  /** Of the providers of the manifest and of the store. */
  readonly slugs: readonly string[]
  readonly prices: readonly (readonly [Pointer, JsonObject])[]
}

export function checkPrices(checked: CheckedPrices, report: ReportAt): void {
  const files = new Map<string, Pointer>()
  for (const [at, entry] of checked.prices) {
    if (!namesList(entry)) {
      checkPrice(checked, at, entry, report)
      continue
    }
    const file = fileOfList(entry)
    const earlier = file === undefined ? undefined : files.get(file)
    if (file !== undefined && earlier !== undefined)
      report('setting-without-effect', at, `Two lists of prices have the file ${file}.`, {
        notes: [{ at: earlier, message: 'the first one' }],
      })
    else if (file !== undefined) files.set(file, at)
    for (const name of Object.keys(entry).filter(each => !OF_LISTS.has(each)))
      report(
        'setting-without-effect',
        { key: childPointer(at, name) },
        `${quoteName(name)} has no effect beside "file" or "url": the list has the prices.`,
      )
  }
}

/** The slugs that prices may name. */
export const slugsOf = (manifest: Json): readonly string[] => [
  ...slugsOfProviders(manifest),
  ...externalSlugs(manifest),
]

/** The entries of `prices` with their pointers. */
export function priceEntries(manifest: Json | undefined): readonly (readonly [Pointer, JsonObject])[] {
  const prices = ownProperty(manifest, 'prices')
  return (isJsonArray(prices) ? prices : []).flatMap((entry, index) =>
    isJsonObject(entry) ? [[childPointer('/prices', index), entry] as const] : [],
  )
}

export const namesList = (entry: JsonObject): boolean =>
  ownProperty(entry, 'file') !== undefined || ownProperty(entry, 'url') !== undefined

/** Relative to the manifest: the one that is named, or `prices/` and the name in the URL. */
export function fileOfList(entry: JsonObject): string | undefined {
  const [file, url] = [ownProperty(entry, 'file'), ownProperty(entry, 'url')]
  if (typeof file === 'string') return file
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  const { hostname, pathname } = new URL(url)
  const name = /([^/]+?)(?:\.[a-z]+)?\/?$/i.exec(pathname)?.[1] ?? hostname
  return `prices/${name.replaceAll(/[^\w.-]+/g, '-')}.json`
}

const OF_LISTS: ReadonlySet<string> = new Set(['file', 'url', 'digest', 'read'])

/** What identifies a price. */
const NO_AMOUNTS: ReadonlySet<string> = new Set(['provider', 'model', 'from', 'read', 'digest'])

function checkPrice(checked: CheckedPrices, at: Pointer, price: JsonObject, report: ReportAt): void {
  for (const name of ['provider', 'model'])
    if (ownProperty(price, name) === undefined)
      report(
        'missing-property',
        at,
        `A price needs ${quoteName(name)}; a list of prices needs "file" or "url".`,
      )
  const provider = ownProperty(price, 'provider')
  if (typeof provider === 'string') checkProvider(checked, childPointer(at, 'provider'), provider, report)
  if (Object.keys(price).every(name => NO_AMOUNTS.has(name)))
    report(
      'setting-without-effect',
      at,
      'This price has no amount, such as input, output or per_request, and no discount.',
    )
  if (ownProperty(price, 'digest') !== undefined)
    report(
      'setting-without-effect',
      { key: childPointer(at, 'digest') },
      '"digest" has no effect without "file" or "url".',
    )
  checkUnit(checked.parsed, at, price, report)
  for (const name of ['from', 'read']) {
    const day = ownProperty(price, name)
    if (typeof day === 'string' && !isDay(day))
      report('impossible-limit', childPointer(at, name), `${quoteName(name)} is a day that does not exist.`)
  }
}

function checkProvider(
  { parsed, catalog, slugs }: CheckedPrices,
  at: Pointer,
  provider: string,
  report: ReportAt,
): void {
  if (provider.startsWith('@')) {
    const slug = provider.slice(1)
    if (slugs.includes(slug)) return
    const names = suggest(slug, slugs)
    const fix = replaceWithOnly(
      parsed,
      at,
      provider,
      names.map(name => `@${name}`),
    )
    report(
      'unknown-slug',
      at,
      `No provider of the manifest has the slug ${quoteName(slug)}.${didYouMean(names)}`,
      { fix, notes: [{ message: 'A provider of the store is listed in "external".' }] },
    )
  } else if (catalog.provider(provider) === undefined) {
    const advice = slugs.includes(provider)
      ? ` A stored provider is written ${quoteName(`@${provider}`)}.`
      : didYouMean(suggest(provider, catalog.providerNames))
    report('unknown-provider', at, `The catalog has no provider ${quoteName(provider)}.${advice}`, {
      fix: replaceWithOnly(parsed, at, provider, slugs.includes(provider) ? [`@${provider}`] : []),
    })
  }
}

/** In US dollars for a million tokens: nothing costs so little, and a token costs less. */
const LEAST_PRICE = 0.0001
const TOKENS = 1_000_000

/** The price of the list for a thousand of them is one that was written in another unit. */
function checkThousands(
  parsed: ParsedSource,
  at: Pointer,
  price: JsonObject,
  listed: Rates | undefined,
  report: ReportAt,
): void {
  for (const unit of TOKEN_UNITS) {
    const [value, known] = [ownProperty(price, unit), listed?.[unit]]
    if (typeof value !== 'number' || known === undefined || value < LEAST_PRICE) continue
    const meant = Number((value * 1000).toPrecision(12))
    if (meant < known / 2 || meant > known * 2) continue
    const pointer = childPointer(at, unit)
    report(
      'suspicious-price',
      pointer,
      `Prices are for a million tokens, and the list has ${known} for them. For ${value} a thousand, write ${meant}.`,
      { fix: replaceScalar(parsed, pointer, value, String(meant)) },
    )
  }
}

/** Prices of tokens are for a million of them, also in price lists of others that have them for one. */
function checkUnit(parsed: ParsedSource, at: Pointer, price: JsonObject, report: ReportAt): void {
  for (const unit of TOKEN_UNITS) {
    const value = ownProperty(price, unit)
    if (typeof value !== 'number' || value <= 0 || value >= LEAST_PRICE) continue
    const meant = String(Number((value * TOKENS).toPrecision(12)))
    const pointer = childPointer(at, unit)
    report(
      'suspicious-price',
      pointer,
      `Prices are for a million tokens, so ${quoteName(unit)} of ${value} is next to nothing. For ${value} a token, write ${meant}.`,
      { fix: replaceScalar(parsed, pointer, value, meant) },
    )
  }
}

/** 30 February is read as 2 March. */
const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
