// Properties of every partner check: it sends only what is configured, passes what is clean, and never takes a
// response without a verdict for one with a verdict.
import { describe, expect, it } from 'vitest'
import type { Finding, ServiceRequest, Subject } from '../../../../runtime/guardrails/check.ts'
import type { CheckId } from '../../../../schemas/generated/checks.ts'
import type { Answer } from '../checks/scripted-service.ts'
import { askPartner } from './ask-partner.ts'

export interface Reading {
  readonly title: string
  readonly parameters?: object
  readonly subject?: Partial<Subject>
  /** The JSON response of the service. */
  readonly json: unknown
  /** The expected result; `texts` and the error flag must be absent unless listed. */
  readonly finds: Partial<Finding>
}

export interface Partner {
  readonly id: CheckId
  /** Exactly the required ones. */
  readonly parameters: object
  /** The request for one text with these and other parameters. */
  readonly asks: readonly {
    readonly title: string
    readonly parameters?: object
    readonly subject: Partial<Subject>
    readonly sends: Partial<ServiceRequest>
  }[]
  readonly clean: unknown
  readonly readings: readonly Reading[]
  /** Maximum text length in code units; one more fails without a call. */
  readonly longest: number
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

export function describePartner({ id, parameters, asks, clean, readings, longest }: Partner): void {
  describe(id, () => {
    it.each(asks)('calls $title', async ({ parameters: more, subject, sends }) => {
      const { asked } = await askPartner(id, { ...parameters, ...more }, subject, [{ json: clean }])
      expect(asked).toEqual([{ method: 'POST', ...sends }])
    })

    it('passes what is clean', async () => {
      const { finding } = await askPartner(id, parameters, { texts: ['fine'] }, [{ json: clean }])
      expect(finding).toMatchObject({ passed: true })
      expect(finding.erred).toBeUndefined()
    })

    it.each(readings)('$title', async ({ parameters: more, subject, json, finds }) => {
      const { finding } = await askPartner(id, { ...parameters, ...more }, { texts: ['one'], ...subject }, [
        { json },
      ])
      expect(finding).toMatchObject(finds)
      expect([finding.texts, finding.erred]).toEqual([finds.texts, finds.erred])
    })

    it.each(NO_VERDICTS)('errs where it is answered %s, and repeats none of it', async (_title, answer) => {
      const { finding } = await askPartner(id, parameters, { texts: [MARKER] }, [answer])
      expect(finding).toMatchObject({ passed: false, erred: true })
      expect(JSON.stringify(finding)).not.toContain(MARKER)
      expect(JSON.stringify(finding)).not.toContain('key of')
    })

    it('calls nothing without text', async () => {
      const { finding, asked } = await askPartner(id, parameters, {})
      expect([finding.passed, asked]).toEqual([true, []])
    })

    it('evaluates a long text in chunks, and fails one that is too long', async () => {
      const script = [{ json: clean }]
      const long = await askPartner(id, parameters, { texts: ['x'.repeat(longest)] }, script)
      expect(long.asked.length).toBeGreaterThan(1)
      expect(long.finding.passed).toBe(true)
      const tooLong = await askPartner(id, parameters, { texts: ['x'.repeat(longest + 1)] }, script)
      expect([tooLong.finding.passed, tooLong.finding.erred, tooLong.asked]).toEqual([false, undefined, []])
    })
  })
}
