// Properties of every check that calls a service: any response yields one sentence, which quotes neither the input nor
// the response; and no response makes it throw.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CheckId } from '../../../../schemas/generated/checks.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { isObject } from '../../../../schemas/values/json.ts'
import { runs } from '../../../support/property-seed.ts'
import { evaluateWith } from './evaluate-with.ts'
import { hostileText } from './hostile-texts.ts'
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

/** Responses made of the fields that the checks read, and of content that they must not quote. */
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
  it('returns one sentence that quotes nothing, for any input and response', async () => {
    const object = fc.dictionary(hostileText, fc.constant(MARKER), { maxKeys: 3 })
    const texts = fc.array(fc.constantFrom(MARKER, '', '"\u0000'), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(texts, object, object, json, fc.integer({ min: 199, max: 501 }), async (...given) => {
        const [contained, metadata, more, answer, status] = given
        const { ports } = answering([{ status, json: answer }])
        const image = { type: 'image_url', image_url: { url: `https://img.example/${MARKER}` } }
        const request = { ...more, messages: [{ role: 'user', content: [MARKER, image] }] } as JsonObject
        const {
          body: _body,
          texts: _texts,
          ...reasons
        } = await evaluateWith(
          id,
          parameters,
          {
            side: 'reply',
            texts: contained,
            request,
            reply: request,
            metadata,
            model: MARKER,
            header: () => `${MARKER}.a.b`,
          },
          { ...ports, callModel: async () => (isObject(answer) ? answer : {}) },
        )
        expect(reasons.reason).toMatch(/^[A-Z0-9].*[^.]\.$/)
        expect(JSON.stringify(reasons)).not.toContain(MARKER)
      }),
      { numRuns: runs(30) },
    )
  })
})
