// The same config in JSON, YAML and TypeScript gives the same value, and every value has its location in each format.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { readJson } from '../../../compiler/read/json.ts'
import type { SourceReader } from '../../../compiler/read/reader.ts'
import { readYaml } from '../../../compiler/read/yaml.ts'
import type { ParsedSource } from '../../../compiler/source.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { pointerTokens } from '../../../schemas/values/pointer.ts'
import { runs } from '../../support/property-seed.ts'
import { readWith } from '../../support/read-source.ts'
import { typescriptReader } from '../../support/typescript-reader.ts'

const readTypescript = await typescriptReader()

interface Format {
  readonly read: SourceReader
  readonly name: string
  readonly print: (value: Json) => string
}

/** A literal of TypeScript, in which `"__proto__": x` would set what the object inherits. */
function literal(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, item]) => {
    const name = key === '__proto__' ? '["__proto__"]' : /^[a-z]\w*$/i.test(key) ? key : JSON.stringify(key)
    return `${name}: ${literal(item)}`
  })
  return `{ ${members.join(', ')} }`
}

const FORMATS: readonly Format[] = [
  { read: readJson, name: 'config.json', print: value => JSON.stringify(value, null, 2) },
  { read: readJson, name: 'config.json', print: value => JSON.stringify(value) },
  {
    read: readYaml,
    name: 'config.yaml',
    print: value => stringify(value, { defaultKeyType: 'QUOTE_DOUBLE' }),
  },
  { read: readYaml, name: 'config.yaml', print: value => JSON.stringify(value, null, 1) },
  { read: readTypescript, name: 'config.ts', print: value => `export default ${literal(value)}\n` },
  {
    read: readTypescript,
    name: 'config.ts',
    print: value => `const made = ${literal(value)} as const\nexport default { ...made }\n`,
  },
]

function at(value: Json, pointer: string): Json | undefined {
  return pointerTokens(pointer).reduce<Json | undefined>(
    (found, token) =>
      typeof found === 'object' && found !== null ? (found as Record<string, Json>)[token] : undefined,
    value,
  )
}

/** Parses the text at each location again: it must be the value, and the key its last token. */
function expectOwnPlaces(format: Format, parsed: ParsedSource): void {
  for (const [pointer, { key, value }] of parsed.origins) {
    const text = parsed.source.text.slice(value.start, value.end)
    const expected = at(parsed.value, pointer)
    // YAML blocks depend on the surrounding indentation, and the value of a spread is defined elsewhere.
    const whole = format.name.endsWith('.yaml') ? !/\n|: |^- /.test(text) : !text.includes('...made')
    if (whole) expect(readAgain(format, text), `${pointer} in ${parsed.source.text}`).toEqual(expected)
    if (key === undefined) continue
    const name = parsed.source.text.slice(key.start, key.end)
    const bare = /^[a-z]\w*$/i.test(name) ? name : readAgain(format, name)
    if (!name.includes('\n')) expect([bare].flat()[0]).toBe(pointerTokens(pointer).at(-1))
  }
}

function readAgain({ read, name }: Format, text: string): Json | undefined {
  return readWith(read, name.endsWith('.ts') ? `export default ${text}` : text, name).value
}

const key = fc.oneof(
  fc.constantFrom('a', 'b', 'targets', '__proto__', 'a/b', 'a~b', '', '1', 'true', '<<', 'x: y', '#'),
  fc.string(),
)
const { json } = fc.letrec<{ json: Json; object: Json }>(tie => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      fc.string(),
      fc.constantFrom('yes', '012', '~', '@a', '${env:KEY}', 'null', ' x', 'a\nb\n', '💡'),
    ),
    fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(number => number + 0),
    ),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('json'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(key, tie('json'), { maxKeys: 4, noNullPrototype: true }),
}))
const config = fc.dictionary(key, json, { minKeys: 1, maxKeys: 4, noNullPrototype: true })

describe('the same config in every format', () => {
  it('gives the same value', () =>
    fc.assert(
      fc.property(config, made => {
        const value = made as Json
        for (const { read, name, print } of FORMATS) {
          const text = print(value)
          const reading = readWith(read, text, name)
          expect(
            reading.diagnostics.filter(({ severity }) => severity === 'error'),
            text,
          ).toEqual([])
          expect(JSON.stringify(reading.value), text).toBe(JSON.stringify(value))
        }
      }),
      { numRuns: runs(12) },
    ))

  it('and each value its location', () =>
    fc.assert(
      fc.property(config, made => {
        for (const format of FORMATS) {
          const { parsed } = readWith(format.read, format.print(made as Json), format.name)
          expect(parsed).toBeDefined()
          if (parsed !== undefined) expectOwnPlaces(format, parsed)
        }
      }),
      { numRuns: runs(3) },
    ))
})

describe('a realistic config', () => {
  const yaml = `
strategy: { mode: loadbalance }
defaults: &defaults
  provider: openai
  retry: { attempts: 3 }
targets:
  - <<: *defaults
    weight: 0.7
  - <<: *defaults
    weight: 0.3
`
  const typescript = `
import { defineConfig } from 'portolan'
const defaults = { provider: 'openai', retry: { attempts: 3 } }
export default {
  ...defineConfig({ strategy: { mode: 'loadbalance' } }),
  defaults,
  targets: [0.7, 0.3].map(weight => ({ weight, ...defaults })),
}
`
  const value = {
    strategy: { mode: 'loadbalance' },
    defaults: { provider: 'openai', retry: { attempts: 3 } },
    targets: [0.7, 0.3].map(weight => ({ weight, provider: 'openai', retry: { attempts: 3 } })),
  }

  it('in YAML', () =>
    expect(readWith(readYaml, yaml, 'config.yaml')).toMatchObject({ value, diagnostics: [] }))
  it('in TypeScript', () =>
    expect(readWith(readTypescript, typescript, 'config.ts')).toMatchObject({ value, diagnostics: [] }))
})
