// prices/*.json: what vendors charge by service tier and in batches, which the price list has not. Each has its sources.
import { readdirSync, readFileSync } from 'node:fs'
import type { PriceRules } from './values/price-table.ts'

const FOLDER = new URL('prices/', import.meta.url)

interface RulesFile extends PriceRules {
  readonly provider: string
  readonly sources: readonly { readonly source: string; readonly read: string }[]
}

/** By the identifiers of providers. */
export function readPriceRules(): { readonly [provider: string]: PriceRules } {
  const names = readdirSync(FOLDER).filter(name => name.endsWith('.json'))
  return Object.fromEntries(
    names.sort().map(name => {
      const file = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as RulesFile
      const { provider, sources, ...rules } = file
      if (`${provider}.json` !== name || sources.length === 0)
        throw new Error(`schemas/prices/${name} names another provider, or no source.`)
      return [provider, rules]
    }),
  )
}
