// Interpretation of service responses: everything that is not a verdict, and what is reported of a response.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failure } from '../../../../../runtime/values/failures.ts'
import type { Answer } from '../../checks/scripted-service.ts'
import { runDefinition } from './run-definition.ts'
import { flag, NO_VERDICT, run } from './run-response.ts'

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

describe('No verdict', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  it.each<[Answer, string]>([
    [{ status: 500, json: { flagged: false } }, 'The service responded with status 500.'],
    [
      { status: 302, headers: ['location', 'https://evil.example'] },
      'The service responded with status 302.',
    ],
    [{ text: '<html>' }, 'The service returned invalid JSON.'],
    [{ text: '' }, 'The service returned invalid JSON.'],
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
