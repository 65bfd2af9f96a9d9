// The canonical form of each format, by examples: what is written, and what `portolan fmt` makes of it.
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { formatJson } from '../../../compiler/format/format-json.ts'
import { formatSource, type SourceFormat } from '../../../compiler/format/format-source.ts'
import { formatYaml, yamlComments } from '../../../compiler/format/format-yaml.ts'
import { orderTypescript, typescriptComments } from '../../../compiler/format/order-typescript.ts'
import { propertyRanks } from '../../../compiler/format/property-order.ts'
import { readJson } from '../../../compiler/read/json.ts'
import { readYaml } from '../../../compiler/read/yaml.ts'
import { typescriptReader } from '../../support/typescript-reader.ts'

const rank = propertyRanks('Config')
const FORMATS: Readonly<Record<string, SourceFormat>> = {
  yaml: { read: readYaml, print: ({ source }) => formatYaml(source.text, rank), commentsOf: yamlComments },
  json: { read: readJson, print: parsed => formatJson(parsed, rank), commentsOf: () => [] },
  ts: {
    read: await typescriptReader(),
    print: parsed => orderTypescript(ts, parsed, rank),
    commentsOf: text => typescriptComments(ts, text),
  },
}

const LONG = `https://${'a'.repeat(60)}.example/v1`

/** By format: a title, the lines that are written, and the lines that they become. */
const CASES: Readonly<
  Record<
    string,
    readonly (readonly [title: string, written: readonly string[], formatted: readonly string[]])[]
  >
> = {
  yaml: [
    [
      'properties are in the order of the reference, in targets too',
      ['retry: { attempts: 1 }', 'targets:', '  - weight: 1', '    provider: mock'],
      ['targets:', '  - provider: mock', '    weight: 1', 'retry: { attempts: 1 }'],
    ],
    [
      'names of your own stay in their order',
      ['provider: mock', 'override_params: { z: 1, a: { y: 1, b: 2 } }'],
      ['provider: mock', 'override_params: { z: 1, a: { y: 1, b: 2 } }'],
    ],
    [
      'comments move with their property, and that of the file stays above',
      ['# The file.', 'retry: {attempts: 1} # few', '', '# Which one.', 'provider:   mock'],
      ['# The file.', '', '# Which one.', 'provider: mock', '', 'retry: { attempts: 1 } # few'],
    ],
    [
      'a comment above the first property moves too where the file has its own',
      ['# The file.', '', '# How often.', 'retry: { attempts: 1 }', '# Which one.', 'provider: mock'],
      ['# The file.', '', '# Which one.', 'provider: mock', '# How often.', 'retry: { attempts: 1 }'],
    ],
    [
      'a comment that ends a block leaves no blank line at the end of the file',
      ['retry:', '  attempts: 1', '  # on_status_codes: [500]', '', 'provider: mock'],
      ['provider: mock', 'retry:', '  attempts: 1', '  # on_status_codes: [500]'],
    ],
    [
      'indentation is two spaces, and lists are indented',
      ['targets:', '-   provider: mock', '    cache:', '          mode: simple'],
      ['targets:', '  - provider: mock', '    cache:', '      mode: simple'],
    ],
    [
      'what is in brackets becomes a block where it does not fit',
      [`targets: [{ custom_host: ${LONG}, provider: openai, weight: 1 }, { provider: mock }]`],
      [
        'targets:',
        '  - provider: openai',
        `    custom_host: ${LONG}`,
        '    weight: 1',
        '  - { provider: mock }',
      ],
    ],
    [
      'and a line where it fits',
      ['provider: mock', 'retry: {', '  attempts: 2,', '  on_status_codes: [429,', '    500] }'],
      ['provider: mock', 'retry: { attempts: 2, on_status_codes: [429, 500] }'],
    ],
    [
      'quotes, numbers and blocks of text stay as they are written',
      [
        "provider: 'mock'",
        'override_params:',
        '  temperature: 1e-1',
        '  top_k: 0x10',
        '  user: |-',
        '    two',
        '     lines',
        `  prompt: ${'many words '.repeat(20)}end`,
      ],
      [
        "provider: 'mock'",
        'override_params:',
        '  temperature: 1e-1',
        '  top_k: 0x10',
        '  user: |-',
        '    two',
        '     lines',
        `  prompt: ${'many words '.repeat(20)}end`,
      ],
    ],
    [
      'a comment above an item of a list stays above it, and one behind its dash stays in it',
      [
        'targets:',
        '- provider: mock',
        '# second',
        '- weight: 2',
        '  # of the second',
        '  provider: mock',
        '# third',
        '',
        '- # how often',
        '  weight: 3',
        '  provider: mock',
        '-',
        '  # which',
        '  provider: mock',
      ],
      [
        'targets:',
        '  - provider: mock',
        '  # second',
        '  - # of the second',
        '    provider: mock',
        '    weight: 2',
        '  # third',
        '',
        '  - provider: mock',
        '    # how often',
        '    weight: 3',
        '  - # which',
        '    provider: mock',
      ],
    ],
    [
      'an anchor stays in front of its alias, and the order with it',
      ['retry: &again { attempts: 1 }', 'targets:', '  - provider: mock', '    retry: *again'],
      ['retry: &again { attempts: 1 }', 'targets:', '  - provider: mock', '    retry: *again'],
    ],
  ],
  json: [
    [
      'properties are ordered and indented by two spaces',
      ['{"retry":{"attempts":1.0},', '    "provider":"mo\\u0063k"}'],
      ['{', '  "provider": "mo\\u0063k",', '  "retry": { "attempts": 1.0 }', '}'],
    ],
    [
      'lines stay lines where they fit',
      ['{"retry":{"on_status_codes":[429,500],"attempts":2},"provider":"mock"}'],
      ['{ "provider": "mock", "retry": { "attempts": 2, "on_status_codes": [429, 500] } }'],
    ],
    [
      'and are broken where they do not',
      [`{"targets":[{"custom_host":"${LONG}","provider":"openai","weight":1},{"provider":"mock"}]}`],
      [
        '{',
        '  "targets": [',
        '    {',
        '      "provider": "openai",',
        `      "custom_host": "${LONG}",`,
        '      "weight": 1',
        '    },',
        '    { "provider": "mock" }',
        '  ]',
        '}',
      ],
    ],
  ],
  ts: [
    [
      'properties of literals are ordered, with their comments; the layout stays',
      [
        '// The file.',
        'export default {',
        '  // How often.',
        '  retry: {  attempts: 1 }, // few',
        '  /* Which one. */ provider: "mock"',
        '}',
      ],
      [
        '// The file.',
        'export default {',
        '  /* Which one. */ provider: "mock",',
        '  // How often.',
        '  retry: {  attempts: 1 } // few',
        '}',
      ],
    ],
    [
      'in functions and lists too',
      [
        'const target = (weight: number) => ({ weight, provider: "mock" as const })',
        'export default { targets: [target(1), target(2)], strategy: { mode: "loadbalance" as const } }',
      ],
      [
        'const target = (weight: number) => ({ provider: "mock" as const, weight })',
        'export default { strategy: { mode: "loadbalance" as const }, targets: [target(1), target(2)] }',
      ],
    ],
    [
      'but not where something is spread, which may replace another property',
      ['const base = { weight: 1 }', 'export default { retry: { attempts: 1 }, ...base, provider: "mock" }'],
      ['const base = { weight: 1 }', 'export default { retry: { attempts: 1 }, ...base, provider: "mock" }'],
    ],
  ],
}

describe.each(Object.entries(CASES))('%s', (extension, cases) => {
  it.each(cases)('%s', (_title, written, formatted) => {
    const source = { name: `a.${extension}`, text: `${written.join('\n')}\n` }
    const format = FORMATS[extension] ?? expect.fail()
    const text = formatSource(source, format, ({ message }) => expect.fail(message))
    expect(text).toBe(`${formatted.join('\n')}\n`)
  })
})

it.each(Object.entries(CASES))('%s with CRLF keeps CRLF, and has the same lines', (extension, cases) => {
  const format = FORMATS[extension] ?? expect.fail()
  for (const [title, written, formatted] of cases) {
    const text = formatSource(
      { name: `a.${extension}`, text: `${written.join('\r\n')}\r\n` },
      format,
      () => {},
    )
    expect(text, title).toMatch(/^(?:[^\r\n]*\r\n)+$/)
    expect(text?.trimEnd().split('\r\n'), title).toEqual(formatted)
  }
})

it('What cannot be read is reported, and not formatted', () => {
  const messages: string[] = []
  const source = { name: 'a.yaml', text: 'provider: [mock\n' }
  const text = formatSource(source, FORMATS['yaml'] ?? expect.fail(), ({ code }) => void messages.push(code))
  expect([text, messages]).toEqual([undefined, ['malformed-yaml']])
})

it('Parameters of a prompt stay beside its model, and its tests come last', () => {
  const text = 'tests: []\ntemperature: 0.4\nmodel: "@mock/echo"\ndescription: A letter.\n'
  const lines = formatYaml(text, propertyRanks('Prompt')).trimEnd().split('\n')
  expect(lines).toEqual(['description: A letter.', 'model: "@mock/echo"', 'temperature: 0.4', 'tests: []'])
})
