// Properties of every partner check: it sends only what is configured, passes what is clean, and never takes a
// response without a verdict for one with a verdict.
import { describe, expect, it } from 'vitest'
import type { CheckInput, CheckResult, ServiceRequest } from '../../../../../runtime/guardrails/check.ts'
import type { CheckId } from '../../../../../schemas/generated/checks.ts'
import type { Answer } from '../../checks/scripted-service.ts'
import { runPartner } from './run-partner.ts'

export interface Reading {
  readonly title: string
  readonly parameters?: object
  readonly subject?: Partial<CheckInput>
  /** The JSON response of the service. */
  readonly json: unknown
  /** The expected result; `texts` and the error flag must be absent unless listed. */
  readonly finds: Partial<CheckResult>
}

export interface Partner {
  readonly id: CheckId
  /** Exactly the required ones. */
  readonly parameters: object
  /** The request for one text with these and other parameters. */
  readonly calls: readonly {
    readonly title: string
    readonly parameters?: object
    readonly subject: Partial<CheckInput>
    readonly sends: Partial<ServiceRequest>
  }[]
  readonly clean: unknown
  readonly readings: readonly Reading[]
  /** Maximum text length in code units; one more fails without a call. */
  readonly maxLength: number
}

const MARKER = 'hunter2 passw0rd'
const NO_VERDICTS: readonly [title: string, answer: Answer][] = [
  ['an empty object', { json: {} }],
  ['an empty list', { json: [] }],
  ['null', { json: null }],
  ['a text', { json: MARKER }],
  ['no JSON', { text: `<html>${MARKER}</html>` }],
  ['half of its JSON', { text: '{"flagged": tr' }],
  ['a redirect', { status: 302, json: { error: MARKER } }],
  ['that the key is wrong', { status: 401, json: { error: MARKER } }],
  ['that it is broken', { status: 500, json: { error: MARKER } }],
]

export function describePartner({ id, parameters, calls, clean, readings, maxLength }: Partner): void {
  describe(id, () => {
    it.each(calls)('calls $title', async ({ parameters: more, subject, sends }) => {
      const { requests } = await runPartner(id, { ...parameters, ...more }, subject, [{ json: clean }])
      expect(requests).toEqual([{ method: 'POST', ...sends }])
    })

    it('passes what is clean', async () => {
      const { result } = await runPartner(id, parameters, { texts: ['fine'] }, [{ json: clean }])
      expect(result).toMatchObject({ passed: true })
      expect(result.error).toBeUndefined()
    })

    it.each(readings)('$title', async ({ parameters: more, subject, json, finds }) => {
      const { result } = await runPartner(id, { ...parameters, ...more }, { texts: ['one'], ...subject }, [
        { json },
      ])
      expect(result).toMatchObject(finds)
      expect([result.texts, result.error]).toEqual([finds.texts, finds.error])
    })

    it.each(NO_VERDICTS)('errs where it is answered %s, and repeats none of it', async (_title, answer) => {
      const { result } = await runPartner(id, parameters, { texts: [MARKER] }, [answer])
      expect(result).toMatchObject({ passed: false, error: true })
      expect(JSON.stringify(result)).not.toContain(MARKER)
      expect(JSON.stringify(result)).not.toContain('key of')
    })

    it('calls nothing without text', async () => {
      const { result, requests } = await runPartner(id, parameters, {})
      expect([result.passed, requests]).toEqual([true, []])
    })

    it('evaluates a long text in chunks, and fails one that is too long', async () => {
      const script = [{ json: clean }]
      const long = await runPartner(id, parameters, { texts: ['x'.repeat(maxLength)] }, script)
      expect(long.requests.length).toBeGreaterThan(1)
      expect(long.result.passed).toBe(true)
      const tooLong = await runPartner(id, parameters, { texts: ['x'.repeat(maxLength + 1)] }, script)
      expect([tooLong.result.passed, tooLong.result.error, tooLong.requests]).toEqual([false, undefined, []])
    })
  })
}
