// Checks as Portkey writes them: read where they have a meaning, each with a warning, and lowered like ours.

import { describe, expect, it } from 'vitest'
import { compile } from '../../../compiler/compile.ts'
import { type CompileEnvironment, STANDALONE } from '../../../compiler/facts/environment.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { isProbableMistake } from '../../support/probable-mistakes.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const compileCheck = (check: Json, environment?: CompileEnvironment) => {
  const config = { provider: 'mock', input_guardrails: [check] }
  const { plan, diagnostics } = compile(
    { name: 'c.json', text: JSON.stringify(config) },
    tinyCatalog,
    environment,
  )
  const [lowered] = plan?.nodes.flatMap(node => (node.kind === 'guard' ? node.before : [])) ?? []
  return {
    codes: diagnostics
      .filter(({ code, severity }) => severity !== 'note' && !isProbableMistake(code))
      .map(({ code }) => code),
    check: lowered?.checks[0],
  }
}
const hook = { webhookURL: 'https://hooks.example.com/x' }
const schema = { type: 'object', required: ['a'] }

/** As it is written, and as we write it. */
const READ: readonly (readonly [string, Json, Json])[] = [
  ['a name in lower case with its owner', { 'default.alluppercase': {} }, { allUppercase: {} }],
  ['a name in lower case', { alllowercase: {} }, { allLowercase: {} }],
  ['modelwhitelist', { 'default.modelwhitelist': { models: ['m'] } }, { modelWhitelist: { models: ['m'] } }],
  ['a partner’s check', { 'Promptfoo.Guard': {} }, { 'promptfoo.guard': {} }],
  ['a name of the peer', { 'portkey.pii': {} }, { pii: {} }],
  ['words with commas', { contains: { words: 'one, two' } }, { contains: { words: ['one', 'two'] } }],
  ['one word', { contains: { words: 'one' } }, { contains: { words: ['one'] } }],
  ['keys with commas', { jsonKeys: { keys: 'a,b' } }, { jsonKeys: { keys: ['a', 'b'] } }],
  [
    'request types with commas',
    { allowedRequestTypes: { allowedTypes: 'chatComplete,embed' } },
    { allowedRequestTypes: { allowedTypes: ['chatComplete', 'embed'] } },
  ],
  [
    'headers as JSON',
    { webhook: { ...hook, headers: '{"x-a":"b"}' } },
    { webhook: { ...hook, headers: { 'x-a': 'b' } } },
  ],
  [
    'headers as lines',
    { webhook: { ...hook, headers: 'x-a: b\r\nx-c: d:e\n' } },
    { webhook: { ...hook, headers: { 'x-a': 'b', 'x-c': 'd:e' } } },
  ],
  ['a JSON Schema as JSON', { jsonSchema: { schema: JSON.stringify(schema) } }, { jsonSchema: { schema } }],
  [
    'pairs of metadata as JSON',
    { requiredMetadataKeyPairs: { metadataPairs: '{"team":"a"}' } },
    { requiredMetadataKeyPairs: { metadataPairs: { team: 'a' } } },
  ],
  [
    'rules of models as a list',
    { modelRules: { rules: ['m'] } },
    { modelRules: { rules: { defaults: ['m'] } } },
  ],
  [
    'rules of models as JSON',
    { modelRules: { rules: '{"defaults":["m"]}' } },
    { modelRules: { rules: { defaults: ['m'] } } },
  ],
  ['a format in lower case', { containsCode: { format: 'sql' } }, { containsCode: { format: 'SQL' } }],
]

const PLAIN: readonly (readonly [string, Json])[] = [
  ['not on a webhook', { webhook: { ...hook, not: true } }],
  ['not on a log', { log: { logURL: hook.webhookURL, not: true } }],
  [
    'streams of an endpoint',
    { allowedRequestTypes: { blockedTypes: ['stream-chatComplete', 'stream-messages'] } },
  ],
  ['the first message', { addPrefix: { prefix: 'P', message: 'first' } }],
  ['onlyDNS', { validUrls: { onlyDNS: true } }],
]

const REFUSED: readonly (readonly [string, Json, string])[] = [
  ['a misspelled name', { wordCuont: { maxWords: 3 } }, 'unknown-check'],
  ['a misspelled name in lower case', { wordcuont: { maxWords: 3 } }, 'unknown-check'],
  ['a service of the peer', { 'portkey.gibberish': {} }, 'unknown-check'],
  [
    'streams of an endpoint without any',
    { allowedRequestTypes: { blockedTypes: ['stream-embed'] } },
    'unknown-value',
  ],
  ['headers that are neither', { webhook: { ...hook, headers: 'x-a b' } }, 'wrong-type'],
  ['headers as broken JSON', { webhook: { ...hook, headers: '{"x-a":' } }, 'wrong-type'],
  ['headers with a name twice', { webhook: { ...hook, headers: 'x-a: b\nx-a: c' } }, 'wrong-type'],
  ['JSON with a name twice', { webhook: { ...hook, headers: '{"x-a":"b","x-a":"c"}' } }, 'wrong-type'],
  ['a list with an empty item', { contains: { words: 'one,,two' } }, 'wrong-type'],
  ['a number in quotes', { wordCount: { maxWords: '3' } }, 'wrong-type'],
  ['a format that does not exist', { containsCode: { format: 'sqll' } }, 'unknown-value'],
]

describe('A Portkey check', () => {
  it.each(READ)('is read as ours, with a warning: %s', (_title, written, ours) => {
    const expected = compileCheck(ours)
    expect(expected.codes).toEqual([])
    expect(compileCheck(written)).toEqual({ codes: ['alias-setting'], check: expected.check })
  })

  it.each(PLAIN)('is accepted as it is: %s', (_title, written) => {
    const { codes, check } = compileCheck(written)
    expect(codes).toEqual([])
    expect(check).toBeDefined()
  })

  it.each(REFUSED)('is an error where it has no meaning: %s', (_title, written, code) => {
    expect(compileCheck(written)).toEqual({ codes: [code], check: undefined })
  })

  it('accepts a suffix before a full stop where the manifest has its spelling', () => {
    const beforeFullStop = (spelling: 'peer' | undefined, written: boolean | undefined) =>
      compileCheck(
        { endsWith: { suffix: 'Dear', ...(written !== undefined && { beforeFullStop: written }) } },
        { ...STANDALONE, ...(spelling && { spelling }) },
      ).check?.parameters['beforeFullStop']
    expect(beforeFullStop(undefined, undefined)).toBe(false)
    expect(beforeFullStop('peer', undefined)).toBe(true)
    expect(beforeFullStop('peer', false)).toBe(false)
  })
})
