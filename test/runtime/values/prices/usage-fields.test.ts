// The law of usage: each field of it is counted, changes the price, states the charge, is informative, or is unknown and named (D19).
import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readUsage, unlistedFields } from '../../../../runtime/values/prices/read-usage.ts'
import { providerUsage, usageForms } from '../../../../schemas/generated/usage-fields.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../../../../schemas/values/json.ts'
import { PRICE_UNITS } from '../../../../schemas/values/price-table.ts'
import type { UsageFields, UsageRole } from '../../../../schemas/values/usage-fields.ts'
import { runs } from '../../../support/property-seed.ts'
import { areRecorded, isRecorded, recordedFolders, recordedText } from '../../providers/recordings.ts'
import { type PriceMeaning, PUBLISHED } from './published-fields.ts'

const COUNTED: ReadonlySet<string> = new Set([
  ...PRICE_UNITS,
  ...['prompt', 'cached_apart', 'cache_writes_apart', 'total', 'billed_input', 'billed_output', 'iterations'],
])
const meaningOf = (role: UsageRole): PriceMeaning | 'unknown' => {
  if (COUNTED.has(role)) return 'counted'
  if (role === 'tier' || role === 'multiplier') return 'multiplier'
  if (role.includes('charge') || role === 'own_key') return 'charge'
  return role === 'unlisted' ? 'unknown' : 'informative'
}

/** The role of a path; undefined where no table has it. */
function roleAt(path: string, form: string, provider?: string): UsageRole | undefined {
  const find = (fields: UsageFields | undefined): UsageRole | undefined => {
    let found: UsageFields | UsageRole | undefined = fields
    for (const name of path.split('.')) {
      if (typeof found !== 'object' || !Object.hasOwn(found, name)) return undefined
      found = found[name]
    }
    return typeof found === 'string' ? found : undefined
  }
  return (provider === undefined ? undefined : find(providerUsage[provider])) ?? find(usageForms[form])
}

/** Paths of values that are not zero; those within lists are as those of one item. */
const filledPaths = (value: Json, path = ''): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(item => filledPaths(item as Json, path))
  if (isObject(value))
    return Object.entries(value).flatMap(([name, item]) =>
      filledPaths(item, path === '' ? name : `${path}.${name}`),
    )
  return value === null || value === 0 || value === false || value === '' ? [] : [path]
}

/** Folders of recordings whose provider has another identifier in the catalog. */
const IDENTIFIERS: Readonly<Record<string, string>> = {
  ...{ alibaba: 'dashscope', 'aws-bedrock': 'bedrock', 'aws-bedrock-mantle': 'bedrock-mantle' },
  ...{ 'azure-ai-foundry': 'azure-foundry', 'azure-openai': 'azure', 'google-gemini': 'google' },
  ...{ 'google-vertex': 'vertex', 'huggingface-router': 'huggingface', 'snowflake-cortex': 'snowflake' },
}

interface FoundUsage {
  readonly form: string
  readonly usage: JsonObject
}

/** Usage of guardrails is that of another service, and has no tokens. */
const OTHER_SERVICES = /PolicyUnits$/

function usagesIn(value: Json, name = ''): readonly FoundUsage[] {
  if (Array.isArray(value)) return value.flatMap(item => usagesIn(item as Json, name))
  if (!isObject(value)) return []
  const form = formOf(name, value)
  return form === undefined
    ? Object.entries(value).flatMap(([each, item]) => usagesIn(item, each))
    : Object.keys(value).some(each => OTHER_SERVICES.test(each))
      ? []
      : [{ form, usage: value }]
}

function formOf(name: string, value: JsonObject): string | undefined {
  if (name === 'usageMetadata') return 'gemini'
  if (name === 'meta' && value['billed_units'] !== undefined) return 'cohere'
  if (name !== 'usage') return undefined
  if (value['tokens'] !== undefined || value['billed_units'] !== undefined) return 'cohere'
  return value['inputTokens'] !== undefined || value['outputTokens'] !== undefined ? 'converse' : 'openai'
}

function recordedUsages(provider: string): readonly FoundUsage[] {
  return recordedFolders(provider).flatMap(route =>
    recordedFolders(`${provider}/${route}`).flatMap(name =>
      ['response.json', 'stream.txt']
        .map(file => `${provider}/${route}/${name}/${file}`)
        .filter(isRecorded)
        .flatMap(file => {
          const text = recordedText(file)
          const whole = parseJson(text)
          if (whole !== undefined) return usagesIn(whole)
          return text.split('\n').flatMap(line => usagesIn(parseJson(line.replace(/^data: ?/, '')) ?? null))
        }),
    ),
  )
}

const RECORDED = recordedFolders('').filter(name => name !== 'vectors' && name !== 'cross')

const OPENAPI = new URL('../../../../../shared/wire/openai-openapi.yaml', import.meta.url)
const SCHEMAS = [
  ...['CompletionUsage', 'ResponseUsage', 'ImagesUsage', 'ImageGenUsage'],
  ...['TranscriptTextUsageDuration', 'TranscriptTextUsageTokens'],
]

/** The schema of a name in the document, which is too long to be parsed as a whole. */
function publishedSchema(document: string, name: string): JsonObject {
  const start = document.indexOf(`\n    ${name}:\n`)
  const [block = ''] = document.slice(start + 1).split(/\n(?= {4}\w)/, 1)
  return (parse(block) as { [name: string]: JsonObject })[name] ?? {}
}

const propertiesOf = (document: string, schema: Json | undefined, path = ''): readonly string[] => {
  if (!isObject(schema)) return []
  const { $ref: reference, properties } = schema
  if (typeof reference === 'string')
    return propertiesOf(document, publishedSchema(document, reference.replace(/^.*\//, '')), path)
  if (!isObject(properties)) return [path]
  return Object.entries(properties).flatMap(([name, property]) =>
    propertiesOf(document, property, path === '' ? name : `${path}.${name}`),
  )
}

describe('Each field of usage', () => {
  it.each(
    PUBLISHED.flatMap(({ source, form, provider, fields }) =>
      Object.entries(fields).map(([path, meaning]) => [path, meaning, source, form, provider] as const),
    ),
  )('%s is %s, as %s describes it', (path, meaning, _source, form, provider) => {
    const role = roleAt(path, form, provider)
    expect(role && meaningOf(role)).toBe(meaning)
  })

  it.runIf(existsSync(OPENAPI))('that OpenAI publishes in its document has a role', () => {
    const document = readFileSync(OPENAPI, 'utf8')
    const paths = SCHEMAS.flatMap(name => propertiesOf(document, publishedSchema(document, name)))
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter(path => roleAt(path, 'openai', 'openai') === undefined)).toEqual([])
  })

  it.runIf(areRecorded).each(RECORDED)('in recorded replies of %s has a role, or is named', folder => {
    const provider = IDENTIFIERS[folder] ?? folder
    const found = recordedUsages(folder)
    for (const { form, usage } of found) {
      const unknown = filledPaths(usage).filter(
        path => roleAt(path, form, form === 'openai' ? provider : undefined) === undefined,
      )
      const named =
        form === 'openai' ? (readUsage(usage, provider)?.unknown ?? []) : (unlistedFields(form, usage) ?? [])
      expect([...named].sort()).toEqual([...new Set(unknown)].sort())
    }
    const unknown = found.flatMap(({ form, usage }) =>
      form === 'openai' ? (readUsage(usage, provider)?.unknown ?? []) : (unlistedFields(form, usage) ?? []),
    )
    expect([...new Set(unknown)]).toEqual([])
  })

  it('that no table has is named, wherever it is, unless it is zero', () => {
    const name = fc.stringMatching(/^zz_[a-z]{1,12}$/)
    const value = fc.oneof(fc.integer({ min: 1 }), fc.constant(true), fc.stringMatching(/^[a-z]{1,9}$/))
    const zero = fc.constantFrom(0, null, '', false)
    const known = fc.record({ prompt_tokens: fc.nat(999), completion_tokens: fc.nat(999) })
    fc.assert(
      fc.property(known, name, value, zero, fc.boolean(), (usage, unknown, filled, empty, isNested) => {
        const place = (item: Json): JsonObject =>
          isNested ? { prompt_tokens_details: { [unknown]: item } } : { [unknown]: item }
        const path = isNested ? `prompt_tokens_details.${unknown}` : unknown
        expect(readUsage({ ...usage, ...place(filled) }, 'openai')?.unknown).toEqual([path])
        expect(readUsage({ ...usage, ...place(empty) }, 'openai')).not.toHaveProperty('unknown')
      }),
      { numRuns: runs(100) },
    )
  })

  it('that is nested without end is named, and nothing below it is read', () => {
    let deep: Json = 1
    for (let level = 0; level < 200_000; level += 1) deep = { a: deep }
    const usage = readUsage({ prompt_tokens: 3, completion_tokens: 2, deep, list: [[deep]] }, 'openai')
    expect(usage).toMatchObject({ input: 3, output: 2 })
    expect(usage?.unknown).toHaveLength(2)
  })
})
