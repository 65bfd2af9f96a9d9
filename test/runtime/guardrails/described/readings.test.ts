// Interpretation of service responses: verdicts, facts, rewritten texts, and everything that is not a verdict.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failure } from '../../../../runtime/failures.ts'
import type { Flag, Reading } from '../../../../runtime/guardrails/described/description.ts'
import { linkPath } from '../../../../runtime/guardrails/described/reply-path.ts'
import { type Answer, bodiesOf } from '../checks/scripted-service.ts'
import { askDescribed } from './ask-described.ts'

const judged = async (reading: Partial<Reading>, json: unknown, parameters: object = {}) => {
  const description = { reading: { flags: [], ...reading }, body: { l: '{{texts}}' } }
  return (await askDescribed(description, { texts: ['A', 'B'] }, [{ json }], parameters)).finding
}
const flag = (more: Partial<Flag>): Flag => ({
  each: 'flagged',
  fails: { is: [true] },
  says: 'Something was found',
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
    expect(linkPath(path)(reply).map(({ value }) => value)).toEqual(values)
  })
})

describe('A flag', () => {
  const scores = { each: 'scores.*', name: 'key' } as const
  const bound = { order: '>=', bound: { parameter: 'threshold' } } as const
  it.each<[title: string, Partial<Flag>, unknown, object, string | true]>([
    ['applies', {}, { flagged: true }, {}, 'Something was found.'],
    ['does not apply', {}, { flagged: false }, {}, true],
    ['is of another kind', {}, { flagged: 'true' }, {}, NO_VERDICT],
    ['is missing', {}, {}, {}, NO_VERDICT],
    ['is missing and may be', { optional: true }, {}, {}, true],
    [
      'is not in the lists',
      { fails: { is: ['block'], passes: ['allow'] } },
      { flagged: 'maybe' },
      {},
      NO_VERDICT,
    ],
    [
      'is in the list that passes',
      { fails: { is: ['block'], passes: ['allow'] } },
      { flagged: 'allow' },
      {},
      true,
    ],
    ['is not what passes', { fails: { isNot: ['allow'] } }, { flagged: 'other' }, {}, 'Something was found.'],
    ['is what passes', { fails: { isNot: ['allow', null] } }, { flagged: null }, {}, true],
    [
      'is anything',
      { each: 'l[*]', optional: true, fails: { present: true } },
      { l: [{}] },
      {},
      'Something was found.',
    ],
    ['is nothing', { each: 'l[*]', optional: true, fails: { present: true } }, { l: [] }, {}, true],
    [
      'reaches the bound',
      { ...scores, fails: bound },
      { scores: { a: 0.4, b: 0.5 } },
      { threshold: 0.5 },
      'Something was found: b.',
    ],
    ['stays below it', { ...scores, fails: bound }, { scores: { a: 0.4 } }, { threshold: 0.5 }, true],
    ['has no bound', { ...scores, fails: bound }, { scores: { a: 1 } }, {}, true],
    ['is no number', { ...scores, fails: bound }, { scores: { a: '1' } }, { threshold: 0.5 }, NO_VERDICT],
    [
      'has a bound of its own',
      { ...scores, fails: { order: '>', bound: { byName: 'bounds', otherwise: 0.9 } } },
      { scores: { a: 0.4, b: 0.4 } },
      { bounds: { b: 0.3 } },
      'Something was found: b.',
    ],
    [
      'is among those that count',
      { ...scores, among: 'names', fails: { is: [true] } },
      { scores: { a: true, b: true } },
      { names: ['b'] },
      'Something was found: b.',
    ],
    [
      'is not among them',
      { ...scores, among: 'names', fails: { is: [true] } },
      { scores: { a: true } },
      { names: ['b'] },
      true,
    ],
    [
      'all of them count',
      { ...scores, among: 'names', fails: { is: [true] } },
      { scores: { a: true } },
      { names: [] },
      'Something was found: a.',
    ],
    [
      'has its name beside it',
      { each: 'l[*]', value: 'n', name: 'of', fails: { order: '<', bound: 1 } },
      { l: [{ of: 'x', n: 0 }] },
      {},
      'Something was found: x.',
    ],
    ['is not enabled', { when: 'strict' }, {}, { strict: false }, true],
    ['is enabled', { when: 'strict' }, { flagged: true }, { strict: true }, 'Something was found.'],
  ])('that %s', async (_title, more, json, parameters, expected) => {
    const finding = await judged({ flags: [flag(more)] }, json, parameters)
    const erred = expected === NO_VERDICT ? { erred: true } : {}
    if (expected === true)
      expect(finding).toEqual({ passed: true, reason: 'The service flagged nothing.', facts: {} })
    else expect(finding).toMatchObject({ passed: false, reason: expected, ...erred })
    expect(finding.erred === true).toBe(expected === NO_VERDICT)
  })

  it('and others: all reasons are reported, each once', async () => {
    const flags = [flag({ each: 'a' }), flag({ each: 'b', says: 'More was found' }), flag({ each: 'c' })]
    expect((await judged({ flags }, { a: true, b: true, c: true })).reason).toBe(
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
    expect((await judged({ facts }, json)).facts).toEqual({
      score: 0.5,
      action: 'block-it',
      kinds: ['a', 'b'],
    })
  })

  it('names that look like text are omitted from reasons too', async () => {
    const finding = await judged(
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
      { erred: true, reason: 'The service returned a different number of texts than it was sent.' },
    ],
    ['are none', { texts: ['a', 7], flagged: true }, on, { erred: true }],
  ])('%s', async (_title, json, parameters, expected) => {
    const flags = [flag({ healed: true, optional: true })]
    const finding = await judged({ flags, rewritten }, json, parameters)
    expect(finding).toMatchObject(expected)
    if (!('texts' in expected)) expect(finding.texts ?? ['A', 'B']).toEqual(['A', 'B'])
  })

  const whole = { by: 'whole', characters: 100, requests: 1 } as const
  it('for several texts that were joined cannot be written back', async () => {
    const reading = { flags: [], rewritten: { each: 'text' } }
    const several = await askDescribed({ reading, pieces: whole }, { texts: ['A', 'B'] }, [
      { json: { text: 'C' } },
    ])
    expect(several.finding).toMatchObject({
      erred: true,
      reason: 'The service rewrote several joined texts, which cannot be written back.',
    })
    const one = await askDescribed({ reading, pieces: whole }, { texts: ['A'] }, [{ json: { text: 'C' } }])
    expect(one.finding).toMatchObject({ passed: true, texts: ['C'] })
  })

  it('of several requests are joined', async () => {
    const { finding, asked } = await askDescribed(
      {
        body: { text: '{{text}}' },
        pieces: { by: 'text', characters: 4, requests: 5 },
        reading: { flags: [], rewritten: { each: 'text' } },
      },
      { texts: ['abcdef', 'g'] },
      [{ json: { text: '1' } }, { json: {} }, { json: { text: '3' } }],
    )
    expect(bodiesOf(asked)).toEqual([{ text: 'abcd' }, { text: 'ef' }, { text: 'g' }])
    expect(finding).toMatchObject({ passed: true, texts: ['1ef', '3'], facts: { requests: 3 } })
  })
})

describe('Of several requests', () => {
  const run = async (script: readonly Answer[]) => {
    const pieces = { by: 'text', characters: 10, requests: 5 } as const
    const description = { body: { text: '{{text}}' }, pieces, reading: { flags: [flag({})] } }
    return (await askDescribed(description, { texts: ['A', 'B'] }, script)).finding
  }
  const [passing, failing, odd] = [{ json: { flagged: false } }, { json: { flagged: true } }, { status: 500 }]
  it.each([
    ['all pass', [passing, passing], { passed: true }],
    ['one that flags is enough', [passing, failing], { passed: false, reason: 'Something was found.' }],
    [
      'one that errs makes the check err',
      [odd, passing],
      { erred: true, reason: 'The service responded with status 500.' },
    ],
    [
      'one that flags outweighs one that errs',
      [odd, failing],
      { passed: false, reason: 'Something was found.' },
    ],
  ])('%s', async (_title, script, expected) => {
    const finding = await run(script)
    expect(finding).toMatchObject(expected)
    expect('erred' in finding).toBe('erred' in expected)
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
    const reading = { flags: [flag({})], faults: ['error'], facts: { a: '*' } }
    const { finding } = await askDescribed({ reading, body: { a: '{{text}}' } }, { texts: ['A'] }, [answer])
    expect(finding).toEqual({ passed: false, erred: true, reason })
  })

  it('for any JSON, the check returns a sentence and quotes no text of it', async () => {
    const reading = {
      flags: [flag({ each: 'a[*]', value: 'b', name: 'c', fails: { order: '>', bound: 1 }, optional: true })],
      facts: { a: 'a.*', b: '*.*', c: 'a[*].c' },
      rewritten: { each: 'b[*]' },
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
        const { texts: _texts, ...told } = await judged(reading, reply)
        expect(told.reason).toMatch(/^[A-Z].*[^.]\.$/)
        expect(JSON.stringify(told)).not.toContain('secret sentence')
      }),
    )
  })
})
