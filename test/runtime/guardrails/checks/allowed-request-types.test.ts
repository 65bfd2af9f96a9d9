// default.allowedRequestTypes
import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../../runtime/guardrails/check.ts'
import { evaluateWith } from './evaluate-with.ts'

const chat: Partial<CheckInput> = { endpoint: 'chat/completions', path: '/chat/completions' }
const speech: Partial<CheckInput> = { endpoint: 'audio/speech', path: '/audio/speech' }
const files: Partial<CheckInput> = { endpoint: undefined, path: '/files/abc' }

const ALLOWED = 'The endpoint is allowed.'
const OTHER = 'The endpoint is not one of those allowed.'
const BLOCKED = 'The endpoint is blocked.'

const cases: readonly (readonly [
  parameters: object,
  subject: Partial<CheckInput>,
  passed: boolean,
  reason: string,
])[] = [
  [{}, chat, true, ALLOWED],
  [{ allowedTypes: ['chat/completions'] }, chat, true, ALLOWED],
  [{ allowedTypes: ['/chat/completions'] }, chat, true, ALLOWED],
  [{ allowedTypes: ['chatComplete', 'embed'] }, chat, true, ALLOWED],
  [{ allowedTypes: ['chatComplete'] }, speech, false, OTHER],
  [{ allowedTypes: ['audio/*'] }, speech, true, ALLOWED],
  [{ blockedTypes: ['createSpeech'] }, speech, false, BLOCKED],
  [{ blockedTypes: ['createSpeech'] }, chat, true, ALLOWED],
  [{ allowedTypes: ['*'], blockedTypes: ['chatComplete'] }, chat, false, BLOCKED],
  [{ allowedTypes: [], blockedTypes: [] }, chat, true, ALLOWED],
  [{ allowedTypes: ['files/*'] }, files, true, ALLOWED],
  [{ blockedTypes: ['proxy'] }, files, false, BLOCKED],
  [{ allowedTypes: ['constructor'] }, chat, false, OTHER],
  ...[
    '/chat//completions',
    '/chat/completions/',
    '/%63hat/completions',
    '/chat%2fcompletions',
    '//chat/completions',
  ].map(path => [{ blockedTypes: ['chatComplete'] }, { endpoint: undefined, path }, false, BLOCKED] as const),
  [{ allowedTypes: ['files/*'] }, { endpoint: undefined, path: '/files/%zz' }, true, ALLOWED],
]

describe('default.allowedRequestTypes', () => {
  it.each(cases)('%j, %j', async (parameters, subject, passed, reason) => {
    expect(await evaluateWith('default.allowedRequestTypes', parameters, subject)).toEqual({ passed, reason })
  })
})
