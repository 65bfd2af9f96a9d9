// A config in a request header is compiled while its sender waits and others do too: whatever 32 KB hold, it is
// compiled or refused soon, and the reply does not outgrow it. Each of these
// texts took from half a second to forty before its cost was made proportional to its length.

import { describe, expect, it } from 'vitest'
import { compile } from '../../../compiler/compile.ts'
import { toJsonDiagnostics } from '../../../compiler/diagnostics/json.ts'
import type { CompileEnvironment } from '../../../compiler/facts/environment.ts'
import { MAX_DIAGNOSTICS } from '../../../compiler/validate/finish-report.ts'
import { analyzePatternSyntax } from '../../../runtime/process/catalog.ts'
import { realCatalog } from '../../support/catalog.ts'
import { effort } from '../../support/effort.ts'
import { isProbableMistake } from '../../support/probable-mistakes.ts'

const SIZE = 32_000
/** In the units of `effort`, for the cheapest of three runs. */
const MOST_COSTLY = 25
const REPLY = 200_000

const CATALOG = { ...realCatalog, analyzePattern: analyzePatternSyntax }
const SURROUNDINGS: CompileEnvironment = { origin: 'request', providers: {}, trustedHosts: [] }

/** A text that repeats a part up to the size of a header. */
function filled(head: string, part: (index: number) => string, tail: string): string {
  const parts: string[] = []
  for (let length = head.length + tail.length; ; ) {
    const next = part(parts.length)
    length += next.length + 1
    if (length > SIZE) return head + parts.join() + tail
    parts.push(next)
  }
}

const FALLBACK = '"strategy":{"mode":"fallback"}'
const conditional = (part: (index: number) => string, targets = '{"name":"a","provider":"mock"}'): string =>
  filled('{"strategy":{"mode":"conditional","default":"a","conditions":[', part, `]},"targets":[${targets}]}`)

const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join()

const TEXTS: Readonly<Record<string, string>> = {
  'brackets without end': '['.repeat(SIZE),
  'unions of a wrong kind': filled('{"input_guardrails":[', () => '1', ']}'),
  'unions of empty texts': filled('{"input_guardrails":[', () => '""', ']}'),
  'unions with a mistake inside': filled('{"input_guardrails":[', () => '{"a":1}', ']}'),
  'guardrails that nobody knows': filled('{"input_guardrails":[', index => `"short-promt-${index}"`, ']}'),
  'checks that nobody knows': filled('{"input_guardrails":[{', index => `"regexMacth${index}":{}`, '}]}'),
  'guardrails with a misspelt parameter each': filled(
    '{"input_guardrails":[',
    index => `{"wordCount":{"maxWord${index}":1}}`,
    ']}',
  ),
  'parameters of one check that nobody knows': filled(
    '{"input_guardrails":[{"wordCount":{',
    index => `"maxWord${index}":1`,
    '}}]}',
  ),
  'checks of a hook that refer to secrets': filled(
    '{"before_request_hooks":[{"id":"a","checks":[',
    () => '{"id":"contains","parameters":{"words":["${env:A}"]}}',
    ']}]}',
  ),
  'checks with patterns that are large when compiled': filled(
    '{"input_guardrails":[',
    index => `{"regexMatch":{"rule":"((a{30}){33})${index}"}}`,
    ']}',
  ),
  'thousands of checks of one guardrail': filled(
    '{"input_guardrails":[{"id":"a","checks":[',
    () => '{"id":"notNull"}',
    ']}]}',
  ),
  'thousands of guardrails': filled('{"input_guardrails":[', () => '{"notNull":{}}', ']}'),
  'guardrails that targets inherit': `{${FALLBACK},"input_guardrails":[${many(700, () => '{"notNull":{}}')}],"targets":[${many(600, () => '{"provider":"mock"}')}]}`,
  'parameters as deep as a header': `{"input_guardrails":[{"jsonSchema":{"schema":${'{"not":'.repeat(3_000)}{}${'}'.repeat(3_000)}}}]}`,
  'parameters that are lists as deep as a header': `{"input_guardrails":[{"contains":{"words":${'['.repeat(15_000)}${']'.repeat(15_000)}}}]}`,
  'checks by the names of prototypes': filled(
    '{"input_guardrails":[',
    index => `{"${['__proto__', 'constructor', 'toString', 'default.__proto__'][index % 4] ?? ''}":{}}`,
    ']}',
  ),
  'guardrails by the names of prototypes': filled(
    '{"input_guardrails":[',
    index => `"${['__proto__', 'constructor', 'hasOwnProperty'][index % 3] ?? ''}"`,
    ']}',
  ),
  'parameters by the names of prototypes': filled(
    '{"output_guardrails":[',
    index => `{"contains":{"${['__proto__', 'constructor', 'valueOf'][index % 3] ?? ''}":["a"]}}`,
    ']}',
  ),
  'guardrails of one id': filled('{"output_guardrails":[', () => '{"id":"a","deny":true}', ']}'),
  'empty objects that lack three properties each': filled('{"deployments":[', () => '{}', ']}'),
  'targets that are numbers': filled(`{${FALLBACK},"targets":[`, () => '1', ']}'),
  'targets without anything': filled(`{${FALLBACK},"targets":[`, () => '{}', ']}'),
  'misspelt names': filled('{', index => `"cloud1_secret_access_ke${index}":1`, '}'),
  'secrets under misspelt names': filled('{', index => `"api_ke${index}":"secret${index}x"`, '}'),
  'targets with keys and mistakes': filled(
    `{${FALLBACK},"targets":[`,
    index => `{"provider":"opnai","api_key":"key-${index}-abcdef"}`,
    ']}',
  ),
  'conditions and targets that do not meet': conditional(
    index => `{"query":{"metadata.a":${index}},"then":"target-nubmer-${index}"}`,
    many(300, index => `{"name":"target-number-${index}","provider":"mock"}`),
  ),
  'patterns that are large when compiled': conditional(
    index => `{"query":{"metadata.a":{"$regex":"((a{30}){33})${index}"}},"then":"a"}`,
  ),
  'settings that hundreds of targets inherit': `{${FALLBACK},"override_params":{${many(1000, index => `"k${index}":${index}`)}},"targets":[${many(900, () => '{"provider":"mock"}')}]}`,
  'a list of thousands of values': conditional(
    () => `{"query":{"metadata.a":{"$in":[${many(6000, String)}]}},"then":"a"}`,
  ),
  'thousands of targets': filled(`{${FALLBACK},"targets":[`, () => '{"provider":"mock"}', ']}'),
}

describe('a hostile header', () => {
  it.each(Object.entries(TEXTS))('%s', (_title, text) => {
    const costs = [1, 2, 3].map(() =>
      effort(() => {
        const { diagnostics } = compile({ name: 'x-gateway-config', text }, CATALOG, SURROUNDINGS)
        expect(JSON.stringify(toJsonDiagnostics(diagnostics)).length).toBeLessThan(REPLY)
        expect(diagnostics.length).toBeLessThanOrEqual(3 * MAX_DIAGNOSTICS)
      }),
    )
    expect(Math.min(...costs)).toBeLessThan(MOST_COSTLY)
  })

  it('reports the first of many mistakes, and that more follow', () => {
    const text = filled('{"provider":"mock",', index => `\n"wrong${index}":1`, '}')
    const { diagnostics } = compile({ name: 'x', text }, CATALOG, { ...SURROUNDINGS, origin: 'project' })
    expect(diagnostics).toHaveLength(MAX_DIAGNOSTICS)
    expect(diagnostics.map(({ message }) => message)).toContain('"wrong0" is not a property of the config.')
    expect(diagnostics.at(-1)?.notes.at(-1)?.message).toMatch(/^More like this follow/)
  })

  it('a setting that grows with its targets is refused in a header only', () => {
    const text = TEXTS['settings that hundreds of targets inherit'] ?? ''
    const codes = (door: CompileEnvironment['origin']): readonly string[] =>
      compile({ name: 'x', text }, CATALOG, { ...SURROUNDINGS, origin: door }).diagnostics.map(
        ({ code }) => code,
      )
    expect(codes('request')).toEqual(['costly-config'])
    expect(codes('project').filter(code => !isProbableMistake(code))).toEqual([])
  })
})
