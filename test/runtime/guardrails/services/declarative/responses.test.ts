// Interpretation of service responses: verdicts, rewritten texts, and answers of several requests.
import { describe, expect, it } from 'vitest'
import type { FlagMapping } from '../../../../../runtime/guardrails/services/declarative/definition.ts'
import { linkJsonPath } from '../../../../../runtime/guardrails/services/declarative/json-path.ts'
import { type Answer, bodiesOf } from '../../checks/scripted-service.ts'
import { runDefinition } from './run-definition.ts'
import { flag, NO_VERDICT, run } from './run-response.ts'

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

  it.each([
    ['another that says nothing', { a: true }],
    ['one of another kind', { a: true, b: 'true' }],
  ])('applies beside %s', async (_title, json) => {
    const flags = [flag({ each: 'a' }), flag({ each: 'b' })]
    const finding = await run({ flags }, json)
    expect(finding).toMatchObject({ passed: false, reason: 'Something was found.' })
    expect(finding.error).toBeUndefined()
  })

  it('and others: all reasons are reported, each once', async () => {
    const flags = [flag({ each: 'a' }), flag({ each: 'b', message: 'More was found' }), flag({ each: 'c' })]
    expect((await run({ flags }, { a: true, b: true, c: true })).reason).toBe(
      'Something was found. More was found.',
    )
  })
})

const INCOMPLETE = 'The service did not evaluate the whole text.'

describe('A response that says whether it is complete', () => {
  const complete = { at: 'done', is: 'all' }
  const flags = [flag({ optional: true })]
  it.each<[string, object, object]>([
    ['passes where it is', { done: 'all' }, { passed: true }],
    ['errs where it is not', { done: 'some' }, { error: true, reason: INCOMPLETE }],
    ['errs where it does not say', {}, { error: true, reason: INCOMPLETE }],
    ['fails by what was found, complete or not', { done: 'some', flagged: true }, { passed: false }],
  ])('%s', async (_title, json, expected) => {
    const finding = await run({ flags, complete }, json)
    expect(finding).toMatchObject(expected)
    expect('error' in finding).toBe('error' in expected)
  })

  it('errs for texts that were rewritten in part', async () => {
    const rewrite = { each: 'texts[*]' }
    const fixed = [flag({ fixedByRewrite: true })]
    const json = { done: 'some', flagged: true, texts: ['a', 'b'] }
    expect(await run({ flags: fixed, complete, rewrite }, json)).toMatchObject({ error: true })
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
    [
      'that are the same as before heal nothing',
      { texts: ['A', 'B'], flagged: true },
      on,
      { passed: false, reason: 'Something was found.' },
    ],
    ['are missing', { flagged: true }, on, { passed: false, reason: 'Something was found.' }],
    [
      'are too few',
      { texts: ['a'], flagged: true },
      on,
      { error: true, reason: 'The service returned a different number of strings than it received.' },
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
      reason: 'The service rewrote several joined strings, which cannot be written back.',
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
