// presidio.analyze, against a double of the analyzer: its findings, replaced here.
import { describe, expect, it } from 'vitest'
import { runPartner } from './run-partner.ts'

const parameters = { customHost: 'http://localhost:5002' }
const finding = (entity_type: string, start: number, end: number) => ({
  entity_type,
  start,
  end,
  score: 0.85,
  analysis_explanation: null,
})
const TEXT = 'I am Ada Berg from Bern.'
const FOUND = [finding('PERSON', 5, 13), finding('LOCATION', 19, 23)]

const analyze = (more: object, texts: readonly string[], ...json: readonly unknown[]) =>
  runPartner(
    'presidio.analyze',
    { ...parameters, ...more },
    { texts },
    json.map(each => ({ json: each })),
  )

describe('presidio.analyze', () => {
  it('sends a string with the settings, and the token of a proxy', async () => {
    const settings = { language: 'de', entities: ['PERSON'], scoreThreshold: 0.7, apiKey: '${env:KEY}' }
    const { requests } = await analyze(settings, [TEXT], [])
    expect(requests).toEqual([
      {
        method: 'POST',
        url: 'http://localhost:5002/analyze',
        headers: ['authorization', 'Bearer key of apiKey'],
        body: { text: TEXT, language: 'de', entities: ['PERSON'], score_threshold: 0.7 },
      },
    ])
  })

  it('passes where nothing is found', async () => {
    expect((await analyze({}, [TEXT], [])).result).toEqual({
      passed: true,
      reason: 'Presidio found no personal information.',
    })
  })

  it('fails by types, without what was found', async () => {
    expect((await analyze({}, [TEXT], FOUND)).result).toEqual({
      passed: false,
      reason: 'Presidio found 2 personal details: LOCATION, PERSON.',
      facts: { LOCATION: 1, PERSON: 1 },
    })
  })

  it('replaces in code points, the longer of two that overlap, the same value alike', async () => {
    const emoji = '\u{1f600} Ada Berg'
    const overlapping = [finding('LOCATION', 6, 10), finding('PERSON', 2, 10)]
    const { result } = await analyze({ redact: true }, [TEXT, emoji], FOUND, overlapping)
    expect(result).toMatchObject({
      passed: true,
      texts: ['I am {{PERSON_1}} from {{LOCATION_1}}.', '\u{1f600} {{PERSON_1}}'],
    })
  })

  it.each([
    ['an object', { error: TEXT }],
    ['a finding without a type', [{ start: 0, end: 2 }]],
    ['a range beyond the text', [finding('PERSON', 0, 99)]],
    ['an empty range', [finding('PERSON', 2, 2)]],
    ['a type that is not one', [finding('Ada Berg', 0, 2)]],
  ])('errs on %s, and repeats none of it', async (_, json) => {
    const { result } = await analyze({}, [TEXT], json)
    expect(result).toEqual({
      passed: false,
      error: true,
      reason: 'Presidio returned no list of findings.',
    })
  })

  it('errs where the service does not respond, and calls nothing without text', async () => {
    const broken = await runPartner('presidio.analyze', parameters, { texts: [TEXT] }, [{ status: 500 }])
    expect(broken.result).toMatchObject({ passed: false, error: true })
    expect((await analyze({}, [], [])).requests).toEqual([])
    expect((await analyze({}, [' '], [])).requests).toEqual([])
  })

  it('fails a string that is too long without a call', async () => {
    const { result, requests } = await analyze({}, ['x'.repeat(100_001)], [])
    expect([result.passed, result.error, requests]).toEqual([false, undefined, []])
  })
})
