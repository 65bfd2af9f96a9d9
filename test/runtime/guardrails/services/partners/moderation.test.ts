// mistral.moderateContent, vendor.moderateContent
import { describe, expect, it } from 'vitest'
import { type Failure, failure } from '../../../../../runtime/values/failures.ts'
import type { JsonObject } from '../../../../../schemas/values/json.ts'
import { evaluateWith } from '../../checks/evaluate-with.ts'
import { describePartner } from './partner-properties.ts'

const result = (categories: Readonly<Record<string, number>>, flaggedFrom = 0.5) => ({
  results: [
    {
      categories: Object.fromEntries(
        Object.entries(categories).map(([name, score]) => [name, score >= flaggedFrom]),
      ),
      category_scores: categories,
    },
  ],
})
const SCORES = { sexual: 0.001, pii: 0.7 }
const FOUND = 'Mistral found unwanted content: pii.'

describePartner({
  id: 'mistral.moderateContent',
  parameters: { apiKey: '${env:KEY}' },
  calls: [
    {
      title: 'about all texts as one',
      subject: { texts: ['one', 'two'] },
      sends: {
        url: 'https://api.mistral.ai/v1/moderations',
        headers: ['authorization', 'Bearer key of apiKey'],
        body: { model: 'mistral-moderation-latest', input: ['one\ntwo'] },
      },
    },
    {
      title: 'another host and model',
      parameters: { apiEndpoint: 'http://127.0.0.1:81', model: 'mistral-moderation-2411' },
      subject: { texts: ['one'] },
      sends: {
        url: 'http://127.0.0.1:81/v1/moderations',
        headers: ['authorization', 'Bearer key of apiKey'],
        body: { model: 'mistral-moderation-2411', input: ['one'] },
      },
    },
  ],
  clean: result({ sexual: 0.001, pii: 0.002 }),
  readings: [
    { title: 'a category that is set fails', json: result(SCORES), finds: { passed: false, reason: FOUND } },
    {
      title: 'one that does not count passes',
      parameters: { categories: ['sexual'] },
      json: result(SCORES),
      finds: { passed: true },
    },
    {
      title: 'one that counts and is not told of errs',
      parameters: { categories: ['health'] },
      json: result(SCORES),
      finds: { passed: false, error: true },
    },
    {
      title: 'a threshold of its own is what counts: above it',
      parameters: { threshold: 0.6 },
      json: result(SCORES, 2),
      finds: { passed: false, reason: FOUND },
    },
    {
      title: 'a threshold of its own is what counts: below it',
      parameters: { threshold: 0.8 },
      json: result(SCORES, 0),
      finds: { passed: true },
    },
    {
      title: 'scores that are missing err where there is a threshold',
      parameters: { threshold: 0.8 },
      json: { results: [{ categories: { pii: false } }] },
      finds: { passed: false, error: true },
    },
  ],
  maxLength: 80_000,
})

describe('vendor.moderateContent', () => {
  const asking = async (parameters: object, texts: readonly string[], reply: JsonObject | Failure) => {
    const asked: unknown[] = []
    const finding = await evaluateWith(
      'vendor.moderateContent',
      { provider: '@main', ...parameters },
      texts,
      {
        callModel: async (...question) => {
          asked.push(question)
          return reply
        },
      },
    )
    return { finding, asked }
  }
  const scores = { 'hate/threatening': 0.9, violence: 0.1 }

  it('calls the stored provider through the gateway', async () => {
    const { finding, asked } = await asking({}, ['one', 'two'], result({ violence: 0.1 }))
    expect(asked).toEqual([
      ['@main', 'moderations', { model: 'omni-moderation-latest', input: ['one\ntwo'] }],
    ])
    expect(finding).toEqual({ passed: true, reason: 'The moderation flagged nothing.', facts: {} })
  })

  it.each([
    [{}, { passed: false, reason: 'The moderation found unwanted content: hate/threatening.' }],
    [{ categories: ['violence'] }, { passed: true }],
    [{ categories: ['violense'] }, { passed: false, error: true }],
    [{ threshold: 0.95 }, { passed: true }],
    [{ threshold: 0.05, model: 'm' }, { facts: { found: ['hate/threatening', 'violence'] } }],
  ])('with %j', async (parameters, expected) => {
    const { finding } = await asking(parameters, ['one'], result(scores))
    expect(finding).toMatchObject(expected)
    expect('error' in finding).toBe('error' in expected)
  })

  it.each<[string, JsonObject | Failure]>([
    ['no answer', failure('upstream_unreachable', 'secret message')],
    ['an answer without results', {}],
    ['an empty answer', { results: [] }],
  ])('%s errs, and is not repeated', async (_title, reply) => {
    const { finding } = await asking({}, ['one'], reply)
    expect(finding).toMatchObject({ passed: false, error: true })
    expect(finding.reason).not.toContain('secret')
  })

  it('calls nothing without text, and for too much text', async () => {
    const nothing = await asking({}, [], {})
    const tooMuch = await asking({}, ['x'.repeat(200_001)], {})
    expect([nothing.finding.passed, tooMuch.finding.passed]).toEqual([true, false])
    expect([...nothing.asked, ...tooMuch.asked]).toEqual([])
  })
})
