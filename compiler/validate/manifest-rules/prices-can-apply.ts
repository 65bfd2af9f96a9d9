// Prices name a provider and a model and have an amount or a discount, and lists of prices have nothing but their file.
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { externalSlugs, slugsOfProviders } from '../nodes/manifest-parts.ts'
import type { ManifestContext, ManifestRule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import type { ReportAt } from '../reporting/report.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

export const pricesCanApply: ManifestRule = ({ parsed, catalog, manifest }, report) =>
  checkPrices({ parsed, catalog, slugs: slugsOf(manifest), prices: priceEntries(manifest) }, report)

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

/** 30 February is read as 2 March. */
const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
