// What holds for every check that asks somebody: whatever is answered, it says one sentence, and repeats nothing of what
// it was given or of what a service repeats of it; and nobody's answer makes it throw.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import { isObject } from '../../../../runtime/providers/wire/json.ts'
import type { CheckId } from '../../../../schemas/generated/checks.ts'
import { hostileText } from './hostile-texts.ts'
import { judgeWith } from './judge-with.ts'
import { answering } from './scripted-service.ts'

const URL = 'https://service.example/'
const ALL: readonly [id: CheckId, parameters: object][] = [
  ['default.http', { url: URL, verdict: { path: 'verdict' }, transformed: 'result[*]' }],
  ['default.http', { url: URL, verdict: { path: '*.*', above: 1, below: 2 } }],
  ['default.inlineImage', {}],
  ['default.jwt', { jwksUri: URL }],
  ['default.llmJudge', { provider: '@a', model: 'm', rubric: 'r' }],
  ['default.log', { logURL: URL }],
  ['default.policy', { url: URL, policyId: 'p' }],
  ['default.webhook', { webhookURL: URL }],
]

const MARKER = 'hunter2 passw0rd'

/** Answers made of the words that the checks look for, and of what they must not repeat. */
const key = fc.constantFrom(
  ...[
    'verdict',
    'data',
    'reason',
    'transformedData',
    'request',
    'response',
    'json',
    'result',
    'allow',
    'keys',
  ],
  ...['choices', 'message', 'content', '__proto__', 'constructor', MARKER],
)
const { json } = fc.letrec<{ json: Json }>(tie => ({
  json: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom<Json>(true, false, null, 0, 1, MARKER, `{"score": 1, "reason": "${MARKER}"}`),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(key, tie('json'), { maxKeys: 4 }) as fc.Arbitrary<Json>,
  ),
}))

describe.each(ALL)('%s %j', (id, parameters) => {
  it('answers with one sentence that repeats nothing, whatever it is given and told', async () => {
    const object = fc.dictionary(hostileText, fc.constant(MARKER), { maxKeys: 3 })
    const texts = fc.array(fc.constantFrom(MARKER, '', '"\u0000'), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(texts, object, object, json, fc.integer({ min: 199, max: 501 }), async (...given) => {
        const [held, metadata, more, answer, status] = given
        const { ports } = answering([{ status, json: answer }])
        const image = { type: 'image_url', image_url: { url: `https://img.example/${MARKER}` } }
        const request = { ...more, messages: [{ role: 'user', content: [MARKER, image] }] } as JsonObject
        const {
          body: _body,
          texts: _texts,
          ...told
        } = await judgeWith(
          id,
          parameters,
          {
            side: 'reply',
            texts: held,
            request,
            reply: request,
            metadata,
            model: MARKER,
            header: () => `${MARKER}.a.b`,
          },
          { ...ports, model: async () => (isObject(answer) ? answer : {}) },
        )
        expect(told.reason).toMatch(/^[A-Z0-9].*[^.]\.$/)
        expect(JSON.stringify(told)).not.toContain(MARKER)
      }),
      { numRuns: 150 },
    )
  })
})
