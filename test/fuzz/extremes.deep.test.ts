// Sources that are very deep, too long or oddly encoded: each is compiled or refused with a finding at a place, in bounded processor time.
import { describe, expect, it } from 'vitest'
import { formatJson } from '../../compiler/format/format-json.ts'
import { formatSource } from '../../compiler/format/format-source.ts'
import { formatYaml, yamlComments } from '../../compiler/format/format-yaml.ts'
import { propertyRanks } from '../../compiler/format/property-order.ts'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { MAX_LENGTHS } from '../../compiler/read/reader.ts'
import { readYaml } from '../../compiler/read/yaml.ts'
import type { ParsedSource } from '../../compiler/source.ts'
import { sha256 } from '../support/bundle.ts'
import { realCatalog } from '../support/catalog.ts'
import { importText } from '../support/imported-project.ts'
import { unsound } from './source-targets.ts'

const DEEP = 10_000
/** Of the processor, in milliseconds, however busy the machine is: linear work takes a fraction of it. */
const HANGS = 30_000

/** Half of the longest YAML; the suite has both readers and all formats for each. */
const MB = MAX_LENGTHS.yaml / 2

const numbered = (count: number, line: (at: number) => string): string =>
  Array.from({ length: Math.floor(count) }, (_, at) => line(at)).join('')

const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['nothing', ''],
  ['a byte order mark', '\ufeff'],
  ['a byte order mark in the middle', 'provider: mock\n\ufeffretry: {attempts: 1}\n'],
  ['NUL', 'provider: mock\0\n'],
  ['lone surrogates', 'provider: "\ud800"\n\udc00: "\udfff\ud800"\n'],
  ['CRLF, CR and tabs', 'provider: mock\r\nretry:\r\n  attempts: 1\rtags:\t\r\n\t- a\n'],
  ['anchors and aliases', 'targets: &a [*a, &b {provider: mock}, *b, *b]\nstrategy: *c\n'],
  ['tags', '!!map {provider: !!str mock, retry: !custom {attempts: !!int "1"}, weight: !!float 1}\n'],
  ['merge keys', 'base: &b {provider: mock}\n<<: [*b, *b]\nretry: {<<: *b, <<: {attempts: 1}}\n'],
  ['several documents', '---\nprovider: mock\n---\nprovider: openai\n...\n%YAML 1.2\n---\n'],
  ['complex keys', '? [a, b]\n: 1\n? {c: d}\n: 2\n? |\n  text\n: 3\n'],
  ['the names of objects', '{"__proto__": {"provider": "mock"}, "constructor": 1, "toString": 2}'],
  ['lists within lists', '['.repeat(DEEP) + ']'.repeat(DEEP)],
  ['lists that do not end', '['.repeat(DEEP)],
  ['objects within objects', '{"a":'.repeat(DEEP)],
  ['blocks within blocks', '- '.repeat(DEEP)],
  ['targets within targets', '{"targets":['.repeat(DEEP) + ']}'.repeat(DEEP)],
  ['queries within queries', `{"strategy":{"conditions":[{"query":${'{"$and":['.repeat(DEEP)}`],
  ['quotes', '"'.repeat(DEEP)],
  ['indentation', Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  [
    'aliases of aliases',
    Array.from({ length: 30 }, (_, at) => `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]\n`).join(''),
  ],
  ['line breaks', '\r\n'.repeat(MB / 4)],
  ['a long list', `a: [${'1, '.repeat(MB / 8)}1]`],
  ['equal keys', 'a: b\n'.repeat(MB / 10)],
  ['short items', 'targets:\n'.concat('  - a\n'.repeat(MB / 12))],
  ['one string', `a: "${'x'.repeat(MB - 10)}"`],
  ['words without quotes', `a: ${'xy '.repeat(MB / 6)}x`],
  ['a block of text', `a: |\n${'  text\n'.repeat(MB / 14)}`],
  ['anchors beside each other', numbered(MB / 40, at => `a${at}: &a${at} 1\n`)],
  ['aliases of one anchor', `a: &a 1\n${numbered(MB / 30, at => `b${at}: *a\n`)}`],
  ['comments', `${'# comment\n'.repeat(MB / 20)}a: 1\n`],
  [
    'providers',
    `providers:\n${numbered(MB / 120, at => `  p${at}: { provider: openai, api_key: "\${env:K}" }\n`)}`,
  ],
  ['tabs before equal keys', '\ta: b\n'.repeat(MB / 12)],
  ['brackets that close nothing', '}\n'.repeat(MB / 4)],
  ['commas', `a: [${','.repeat(MB / 4)}`],
  ['ends of strings', "'".repeat(MB / 2)],
  ['comments that do not end', '/*'.repeat(MB / 4)],
  ['a file above the limit', ' '.repeat(MAX_LENGTHS.json + 1)],
]

const READERS = [
  ['a.yaml', readYaml],
  ['a.json', readJson],
] as const

const processorTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

describe.each(READERS)('%s', (name, read) => {
  it.each(TEXTS)('of %s is compiled or refused', (_, text) => {
    const begun = processorTime()
    const source = { name, text }
    for (const input of [
      { configs: new Map([['a', { source, read }]]) },
      { manifest: { source, read }, configs: new Map() },
    ]) {
      const { bundle, diagnostics } = compileProject(input, realCatalog, sha256)
      expect(unsound(diagnostics)).toBeUndefined()
      expect(bundle === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'))
    }
    const rank = propertyRanks('Config')
    const format =
      name === 'a.json'
        ? { read, print: (parsed: ParsedSource) => formatJson(parsed, rank), commentsOf: () => [] }
        : {
            read,
            print: (parsed: ParsedSource) => formatYaml(parsed.source.text, rank),
            commentsOf: yamlComments,
          }
    formatSource(source, format, () => {})
    importText(text)
    expect(processorTime() - begun).toBeLessThan(HANGS)
  })
})
