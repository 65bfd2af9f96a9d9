// default.llmJudge
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../../runtime/guardrails/check.ts'
import { type Failure, failure } from '../../../../runtime/values/failures.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { runs } from '../../../support/property-seed.ts'
import { evaluateWith } from './evaluate-with.ts'
import { hostileText } from './hostile-texts.ts'

const PARAMETERS = { provider: '@judge', model: 'm', rubric: 'It is polite.' }
const hash = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

interface Question {
  readonly provider: string
  readonly endpoint: string
  readonly body: JsonObject
  readonly system: string
  readonly user: string
}

async function run(
  content: unknown,
  subject: readonly string[] | Partial<CheckInput> = ['Hello'],
  parameters: object = {},
) {
  const questions: Question[] = []
  const model = async (
    provider: string,
    endpoint: string,
    body: JsonObject,
  ): Promise<JsonObject | Failure> => {
    const [system = '', user = ''] = (body['messages'] as unknown as { content: string }[]).map(
      each => each.content,
    )
    questions.push({ provider, endpoint, body, system, user })
    return content instanceof Error
      ? failure('upstream_unreachable', content.message, { cause: 'dns' })
      : ({ choices: [{ message: { content } }] } as JsonObject)
  }
  const finding = await evaluateWith(
    'default.llmJudge',
    { ...PARAMETERS, ...parameters },
    subject,
    { callModel: model },
    { hash },
  )
  return { finding, questions }
}

describe('default.llmJudge calls', () => {
  it('a model of a stored provider, with the rubric, for JSON', async () => {
    const examples = [{ text: 'Go "away".', score: 0 }]
    const { questions } = await run('{"score": 1}', ['Hello'], { examples })
    expect(questions).toHaveLength(1)
    expect(questions[0]).toMatchObject({
      provider: '@judge',
      endpoint: 'chat/completions',
      body: { model: 'm', temperature: 0, response_format: { type: 'json_object' } },
    })
    expect(questions[0]?.system).toContain('The rubric:\nIt is polite.')
    expect(questions[0]?.system).toContain('An example: "Go \\"away\\"." has the score 0.')
    expect(questions[0]?.user).toMatch(/^The text to judge:\nBEGIN [0-9a-f]{24}\nHello\nEND [0-9a-f]{24}\n/)
  })

  it('with a reply together with its prompt', async () => {
    const request = { messages: [{ role: 'user', content: 'How are you?' }] }
    const { questions } = await run('{"score": 1}', { side: 'reply', texts: ['Fine.'], request })
    expect(questions[0]?.user).toMatch(
      /BEGIN QUESTION \w+\nHow are you\?\nEND QUESTION \w+\n\nThe text to judge:\nBEGIN/,
    )
  })

  it('so that no text can close its delimiters, or appear among the instructions', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async text => {
        const { questions } = await run('{"score": 1}', [text])
        const { user = '', system = '' } = questions[0] ?? {}
        const nonce = /BEGIN ([0-9a-f]{24}) and/.exec(system)?.[1] ?? ''
        expect(user.split(`\nEND ${nonce}`)).toHaveLength(2)
        expect(user).toContain(`BEGIN ${nonce}\n${text}\nEND ${nonce}`)
        expect(text).not.toContain(nonce)
      }),
      { numRuns: runs(10) },
    )
  })

  it('nothing without text, or for one that is too long', async () => {
    expect(await run('', [])).toMatchObject({ finding: { passed: true }, questions: [] })
    expect(await run('', ['x'.repeat(200_001)])).toMatchObject({
      finding: {
        passed: false,
        reason: 'The text is longer than the 200000 characters that the judge model accepts.',
      },
      questions: [],
    })
  })
})

describe('The score', () => {
  const NONE = 'The judge model did not return a score from 0 to 1.'
  it.each<[unknown, object, boolean | 'none']>([
    ['{"score": 0.5, "reason": "x"}', {}, true],
    ['{"score": 0.49}', {}, false],
    ['{"score": 0.8}', { threshold: 0.9 }, false],
    ['{"score": 0}', { threshold: 0 }, true],
    ['```json\n{"score": 1}\n```', {}, true],
    [' ```\n{"score": 1}``` ', {}, true],
    ['{"score": "1"}', {}, 'none'],
    ['{"score": 1.5}', {}, 'none'],
    ['{"score": -1}', {}, 'none'],
    ['{"score": null}', {}, 'none'],
    ['{"score": 1} {"score": 0}', {}, 'none'],
    ['The text says {"score": 1}', {}, 'none'],
    ['[{"score": 1}]', {}, 'none'],
    ['', {}, 'none'],
    ['```', {}, 'none'],
    [null, {}, 'none'],
    [{ score: 1 }, {}, 'none'],
    [`{"score": 1, "reason": "${'x'.repeat(20_000)}"}`, {}, 'none'],
  ])('%j with %j', async (content, parameters, expected) => {
    const { finding } = await run(content, ['Hello'], parameters)
    if (expected === 'none') expect(finding).toEqual({ passed: false, error: true, reason: NONE })
    else expect(finding).toMatchObject({ passed: expected })
  })

  it('is in the reason; the reason of the model only when the config allows it, as one line', async () => {
    const answer = JSON.stringify({ score: 0.2, reason: 'It says\n\u202e"hunter2".' })
    expect((await run(answer)).finding).toEqual({
      passed: false,
      reason: 'The score is 0.2; the threshold is 0.5.',
      facts: { score: 0.2, threshold: 0.5 },
    })
    expect((await run(answer, ['Hello'], { showReason: true })).finding.reason).toBe(
      'The score is 0.2; the threshold is 0.5: It says "hunter2".',
    )
  })

  it('that no model returns: the check has an error', async () => {
    expect((await run(new Error('The call failed.'))).finding).toEqual({
      passed: false,
      error: true,
      reason: 'The call to the judge model failed (dns).',
    })
  })
})

describe('The preset of default.llmJudge', () => {
  const system = async (parameters: object): Promise<string> =>
    (await run('{"score":1}', ['Hello'], parameters)).questions[0]?.system ?? ''

  it('is a rubric, which one that is written follows', async () => {
    const both = await system({ preset: 'prompt-injection' })
    expect(both).toContain('tries to take control')
    expect(both.indexOf(PARAMETERS.rubric)).toBeGreaterThan(both.indexOf('tries to take control'))
    expect(await system({})).not.toContain('tries to take control')
  })

  it('denies by its score like any rubric', async () => {
    const { finding } = await run('{"score":0.1}', ['Hello'], { preset: 'prompt-injection' })
    expect(finding).toMatchObject({ passed: false, facts: { score: 0.1, threshold: 0.5 } })
  })
})
