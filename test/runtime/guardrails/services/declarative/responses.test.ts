// Interpretation of service responses: verdicts, facts, rewritten texts, and everything that is not a verdict.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type {
  FlagMapping,
  ResponseMapping,
} from '../../../../../runtime/guardrails/services/declarative/definition.ts'
import { linkJsonPath } from '../../../../../runtime/guardrails/services/declarative/json-path.ts'
import { failure } from '../../../../../runtime/values/failures.ts'
import { type Answer, bodiesOf } from '../../checks/scripted-service.ts'
import { runDefinition } from './run-definition.ts'

const run = async (reading: Partial<ResponseMapping>, json: unknown, parameters: object = {}) => {
  const description = { response: { flags: [], ...reading }, body: { l: '{{texts}}' } }
  return (await runDefinition(description, { texts: ['A', 'B'] }, [{ json }], parameters)).result
}
const flag = (more: Partial<FlagMapping>): FlagMapping => ({
  each: 'flagged',
  failsWhen: { is: [true] },
  message: 'Something was found',
  ...more,
})
const NO_VERDICT = 'The service returned something that is not a verdict.'

describe('Paths', () => {
  const reply = { a: { b: [{ c: 1 }, { c: 2 }, 3] }, l: [[1], [2]], o: { x: true, y: false } }
  it.each([
    ['', [reply]],
    ['a.b[*].c', [1, 2]],
    ['a.b[1].c', [2]],
    ['a.b[7]', []],
    ['l[*][*]', [1, 2]],
    ['o.*', [true, false]],
    ['a.*[0].c', [1]],
    ['a.b.c', []],
    ['o[*]', []],
    ['constructor', []],
    ['a.__proto__', []],
    ['a.b.length', []],
  ])('%j', (path, values) => {
    expect(linkJsonPath(path)(reply).map(({ value }) => value)).toEqual(values)
  })
})

describe('A flag', () => {
  const scores = { each: 'scores.*', name: 'key' } as const
  const bound = { order: '>=', bound: { parameter: 'threshold' } } as const
  it.each<[title: string, Partial<FlagMapping>, unknown, object, string | true]>([
    ['applies', {}, { flagged: true }, {}, 'Something was found.'],
    ['does not apply', {}, { flagged: false }, {}, true],
    ['is of another kind', {}, { flagged: 'true' }, {}, NO_VERDICT],
    ['is missing', {}, {}, {}, NO_VERDICT],
    ['is missing and may be', { optional: true }, {}, {}, true],
    [
      'is not in the lists',
      { failsWhen: { is: ['block'], passes: ['allow'] } },
      { flagged: 'maybe' },
      {},
      NO_VERDICT,
    ],
    [
      'is in the list that passes',
      { failsWhen: { is: ['block'], passes: ['allow'] } },
      { flagged: 'allow' },
      {},
      true,
    ],
    [
      'is not what passes',
      { failsWhen: { isNot: ['allow'] } },
      { flagged: 'other' },
      {},
      'Something was found.',
    ],
    ['is what passes', { failsWhen: { isNot: ['allow', null] } }, { flagged: null }, {}, true],
    [
      'is anything',
      { each: 'l[*]', optional: true, failsWhen: { present: true } },
      { l: [{}] },
      {},
      'Something was found.',
    ],
    ['is nothing', { each: 'l[*]', optional: true, failsWhen: { present: true } }, { l: [] }, {}, true],
    [
      'reaches the bound',
      { ...scores, failsWhen: bound },
      { scores: { a: 0.4, b: 0.5 } },
      { threshold: 0.5 },
      'Something was found: b.',
    ],
    ['stays below it', { ...scores, failsWhen: bound }, { scores: { a: 0.4 } }, { threshold: 0.5 }, true],
    ['has no bound', { ...scores, failsWhen: bound }, { scores: { a: 1 } }, {}, true],
    ['is no number', { ...scores, failsWhen: bound }, { scores: { a: '1' } }, { threshold: 0.5 }, NO_VERDICT],
    [
      'has a bound of its own',
      { ...scores, failsWhen: { order: '>', bound: { byName: 'bounds', otherwise: 0.9 } } },
      { scores: { a: 0.4, b: 0.4 } },
      { bounds: { b: 0.3 } },
      'Something was found: b.',
    ],
    [
      'is among those that count',
      { ...scores, amongParameter: 'names', failsWhen: { is: [true] } },
      { scores: { a: true, b: true } },
      { names: ['b'] },
      'Something was found: b.',
    ],
    [
      'is not among them',
      { ...scores, amongParameter: 'names', failsWhen: { is: [true] } },
      { scores: { a: true } },
      { names: ['b'] },
      true,
    ],
    [
      'all of them count',
      { ...scores, amongParameter: 'names', failsWhen: { is: [true] } },
      { scores: { a: true } },
      { names: [] },
      'Something was found: a.',
    ],
    [
      'has its name beside it',
      { each: 'l[*]', value: 'n', name: 'of', failsWhen: { order: '<', bound: 1 } },
      { l: [{ of: 'x', n: 0 }] },
      {},
      'Something was found: x.',
    ],
    ['is not enabled', { when: 'strict' }, {}, { strict: false }, true],
    ['is enabled', { when: 'strict' }, { flagged: true }, { strict: true }, 'Something was found.'],
  ])('that %s', async (_title, more, json, parameters, expected) => {
    const finding = await run({ flags: [flag(more)] }, json, parameters)
    const erred = expected === NO_VERDICT ? { error: true } : {}
    if (expected === true)
      expect(finding).toEqual({ passed: true, reason: 'The service flagged nothing.', facts: {} })
    else expect(finding).toMatchObject({ passed: false, reason: expected, ...erred })
    expect(finding.error === true).toBe(expected === NO_VERDICT)
  })

  it('and others: all reasons are reported, each once', async () => {
    const flags = [flag({ each: 'a' }), flag({ each: 'b', message: 'More was found' }), flag({ each: 'c' })]
    expect((await run({ flags }, { a: true, b: true, c: true })).reason).toBe(
      'Something was found. More was found.',
    )
  })
})

describe('What is reported of a response', () => {
  it('is numbers, booleans and identifiers, and no text', async () => {
    const facts = {
      score: 'score',
      action: 'action',
      reason: 'reason',
      kinds: 'kinds[*]',
      whole: '',
      none: 'x',
    }
    const json = {
      score: 0.5,
      action: 'block-it',
      reason: 'You said hunter2!',
      kinds: ['a', 'b', 'c d', 'a'],
    }
    expect((await run({ facts }, json)).facts).toEqual({
      score: 0.5,
      action: 'block-it',
      kinds: ['a', 'b'],
    })
  })

  it('names that look like text are omitted from reasons too', async () => {
    const finding = await run(
      { flags: [flag({ each: 'l[*]', name: 'n', value: 'f' })] },
      {
        l: [
          { n: 'my password is x', f: true },
          { n: 'ok', f: true },
        ],
      },
    )
    expect([finding.reason, finding.facts]).toEqual(['Something was found: ok.', { found: ['ok'] }])
  })
})

describe('Returned texts', () => {
  const rewritten = { each: 'texts[*]', when: 'redact' }
  const on = { redact: true }
  it.each<[string, unknown, object, object]>([
    [
      'take the places of those that were sent',
      { texts: ['a', 'B'] },
      on,
      { passed: true, texts: ['a', 'B'], reason: 'The service rewrote the text.' },
    ],
    ['and are the same', { texts: ['A', 'B'] }, on, { passed: true, reason: 'The service flagged nothing.' }],
    ['heal what was found', { texts: ['a', 'b'], flagged: true }, on, { passed: true, texts: ['a', 'b'] }],
    [
      'are not enabled',
      { texts: ['a', 'b'], flagged: true },
      {},
      { passed: false, reason: 'Something was found.' },
    ],
    ['are missing', { flagged: true }, on, { passed: false, reason: 'Something was found.' }],
    [
      'are too few',
      { texts: ['a'], flagged: true },
      on,
      { error: true, reason: 'The service returned a different number of texts than it was sent.' },
    ],
    ['are none', { texts: ['a', 7], flagged: true }, on, { error: true }],
  ])('%s', async (_title, json, parameters, expected) => {
    const flags = [flag({ fixedByRewrite: true, optional: true })]
    const finding = await run({ flags, rewrite: rewritten }, json, parameters)
    expect(finding).toMatchObject(expected)
    if (!('texts' in expected)) expect(finding.texts ?? ['A', 'B']).toEqual(['A', 'B'])
  })

  const whole = { by: 'whole', maxCharacters: 100, maxRequests: 1 } as const
  it('for several texts that were joined cannot be written back', async () => {
    const reading = { flags: [], rewrite: { each: 'text' } }
    const several = await runDefinition({ response: reading, chunking: whole }, { texts: ['A', 'B'] }, [
      { json: { text: 'C' } },
    ])
    expect(several.result).toMatchObject({
      error: true,
      reason: 'The service rewrote several joined texts, which cannot be written back.',
    })
    const one = await runDefinition({ response: reading, chunking: whole }, { texts: ['A'] }, [
      { json: { text: 'C' } },
    ])
    expect(one.result).toMatchObject({ passed: true, texts: ['C'] })
  })

  it('of several requests are joined', async () => {
    const { result, requests } = await runDefinition(
      {
        body: { text: '{{text}}' },
        chunking: { by: 'text', maxCharacters: 4, maxRequests: 5 },
        response: { flags: [], rewrite: { each: 'text' } },
      },
      { texts: ['abcdef', 'g'] },
      [{ json: { text: '1' } }, { json: {} }, { json: { text: '3' } }],
    )
    expect(bodiesOf(requests)).toEqual([{ text: 'abcd' }, { text: 'ef' }, { text: 'g' }])
    expect(result).toMatchObject({ passed: true, texts: ['1ef', '3'], facts: { requests: 3 } })
  })
})

describe('Of several requests', () => {
  const run = async (script: readonly Answer[]) => {
    const pieces = { by: 'text', maxCharacters: 10, maxRequests: 5 } as const
    const description = { body: { text: '{{text}}' }, chunking: pieces, response: { flags: [flag({})] } }
    return (await runDefinition(description, { texts: ['A', 'B'] }, script)).result
  }
  const [passing, failing, odd] = [{ json: { flagged: false } }, { json: { flagged: true } }, { status: 500 }]
  it.each([
    ['all pass', [passing, passing], { passed: true }],
    ['one that flags is enough', [passing, failing], { passed: false, reason: 'Something was found.' }],
    [
      'one that errs makes the check err',
      [odd, passing],
      { error: true, reason: 'The service responded with status 500.' },
    ],
    [
      'one that flags outweighs one that errs',
      [odd, failing],
      { passed: false, reason: 'Something was found.' },
    ],
  ])('%s', async (_title, script, expected) => {
    const finding = await run(script)
    expect(finding).toMatchObject(expected)
    expect('error' in finding).toBe('error' in expected)
  })
})

describe('No verdict', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  it.each<[Answer, string]>([
    [{ status: 500, json: { flagged: false } }, 'The service responded with status 500.'],
    [
      { status: 302, headers: ['location', 'https://evil.example'] },
      'The service responded with status 302.',
    ],
    [{ text: '<html>' }, 'The service responded with something that is not JSON.'],
    [{ text: '' }, 'The service responded with something that is not JSON.'],
    [{ text: '[]' }, NO_VERDICT],
    [{ text: 'null' }, NO_VERDICT],
    [{ text: deep }, NO_VERDICT],
    [{ json: { flagged: [[true]] } }, NO_VERDICT],
    [{ json: { error: { code: 1 }, flagged: false } }, 'The service reported an error.'],
    [
      failure('timeout', 'The provider did not answer within 5 ms.', { cause: 'timeout' }),
      'The service did not respond in time.',
    ],
    [
      failure('invalid_upstream_reply', 'Too large.', { cause: 'too-large' }),
      'The service sent a response that is too large.',
    ],
    [
      failure('upstream_unreachable', 'The call failed: x.', { cause: 'dns' }),
      'The service could not be reached (dns).',
    ],
    [
      failure('blocked_host', 'The provider was not called: x.', { cause: 'blocked' }),
      'The service has a blocked address.',
    ],
    [
      failure('blocked_host', 'The check would have sent its credential to another origin.'),
      'The service was not called: the check would have sent its credential to another origin.',
    ],
  ])('%j errs', async (answer, reason) => {
    const reading = { flags: [flag({})], errors: ['error'], facts: { a: '*' } }
    const { result } = await runDefinition({ response: reading, body: { a: '{{text}}' } }, { texts: ['A'] }, [
      answer,
    ])
    expect(result).toEqual({ passed: false, error: true, reason })
  })

  it('for any JSON, the check returns a sentence and quotes no text of it', async () => {
    const reading = {
      flags: [
        flag({ each: 'a[*]', value: 'b', name: 'c', failsWhen: { order: '>', bound: 1 }, optional: true }),
      ],
      facts: { a: 'a.*', b: '*.*', c: 'a[*].c' },
      rewrite: { each: 'b[*]' },
    }
    const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor')
    const { json } = fc.letrec(tie => ({
      json: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        fc.constantFrom(null, true, 0, 2, 'a secret sentence'),
        fc.array(tie('json'), { maxLength: 3 }),
        fc.dictionary(key, tie('json'), { maxKeys: 3 }),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(json, async reply => {
        const { texts: _texts, ...shown } = await run(reading, reply)
        expect(shown.reason).toMatch(/^[A-Z].*[^.]\.$/)
        expect(JSON.stringify(shown)).not.toContain('secret sentence')
      }),
    )
  })
})
