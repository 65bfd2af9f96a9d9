// default.allowedRequestTypes
import { describe, expect, it } from 'vitest'
import type { CheckInput } from '../../../../runtime/guardrails/check.ts'
import { endpointFacts } from '../../../../runtime/values/endpoints.ts'
import { streamedEndpoints } from '../../../../schemas/generated/facts.ts'
import { evaluateWith } from './evaluate-with.ts'

const chat: Partial<CheckInput> = { endpoint: 'chat/completions', path: '/chat/completions' }
const speech: Partial<CheckInput> = { endpoint: 'audio/speech', path: '/audio/speech' }
const files: Partial<CheckInput> = { endpoint: undefined, path: '/files/abc' }

const streamed: Partial<CheckInput> = { ...chat, request: { stream: true } }

const BY_METADATA = 'The endpoint is blocked by the metadata.'
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
  [{ blockedTypes: ['stream-chatComplete'] }, streamed, false, BLOCKED],
  [{ blockedTypes: ['stream-/chat/completions'] }, streamed, false, BLOCKED],
  [{ blockedTypes: ['stream-chatComplete'] }, chat, true, ALLOWED],
  [{ allowedTypes: ['stream-chatComplete'] }, streamed, true, ALLOWED],
  [{ allowedTypes: ['stream-chatComplete'] }, chat, false, OTHER],
  [{ allowedTypes: ['chatComplete'] }, streamed, true, ALLOWED],
  [{}, { ...chat, metadata: { blocked_endpoints: 'embed, chatComplete' } }, false, BY_METADATA],
  [{}, { ...chat, metadata: { blocked_endpoints: 'stream-chatComplete' } }, true, ALLOWED],
  [{}, { ...streamed, metadata: { blocked_endpoints: 'stream-chatComplete' } }, false, BY_METADATA],
  [{}, { ...chat, metadata: { blocked_endpoints: ['embed', 'chatComplete'] } }, false, BY_METADATA],
  [{}, { ...chat, metadata: { blocked_endpoints: '["chatComplete"]' } }, false, BY_METADATA],
  [{}, { ...chat, metadata: { blocked_endpoints: ['embed'] } }, true, ALLOWED],
  ...[{ a: 1 }, [1], 7, true, null, '["chatComplete'].map(
    blocked =>
      [
        {},
        { ...chat, metadata: { blocked_endpoints: blocked } },
        false,
        '"blocked_endpoints" of the metadata is not a list of endpoints.',
      ] as const,
  ),
  [{ blockedTypes: ['deleteFile'] }, { ...files, method: 'DELETE' }, false, BLOCKED],
  [{ blockedTypes: ['deleteFile'] }, { ...files, method: 'GET' }, true, ALLOWED],
  [{ allowedTypes: ['uploadFile'] }, { ...files, path: '/v1/files', method: 'POST' }, true, ALLOWED],
  [{ allowedTypes: ['uploadFile'] }, { ...files, path: '/files', method: 'GET' }, false, OTHER],
  [
    { blockedTypes: ['retrieveFileContent'] },
    { ...files, path: '/files/a/content', method: 'GET' },
    false,
    BLOCKED,
  ],
  [{ allowedTypes: ['chatComplete'] }, { ...chat, metadata: { blocked_endpoints: '*' } }, false, BY_METADATA],
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
  it('has stream- names for the endpoints with JSON requests that the gateway streams', () => {
    const streams = Object.entries(endpointFacts).flatMap(([name, { requestBody, streamFormat }]) =>
      requestBody === 'json' && streamFormat !== undefined ? [name] : [],
    )
    expect(streamedEndpoints.toSorted()).toEqual(streams.toSorted())
  })

  it.each([
    ['chatCompletions', 1],
    ['embed, chat', 1],
    [['embedding', 'stream-chats', 'speech*'], 3],
    ['', 0],
    ['embed,', 0],
    ['audio/*, files, files/abc, stream-*, deleteFile, proxy, vector_stores/1', 0],
  ])('reports names of blocked_endpoints that no endpoint has: %j', async (blocked, unknown) => {
    const subject = { ...chat, metadata: { blocked_endpoints: blocked } }
    const shown = unknown === 1 ? '1 unknown name' : `${unknown} unknown names`
    const expected =
      unknown === 0
        ? { passed: true, reason: ALLOWED }
        : {
            passed: true,
            reason: `The endpoint is allowed; "blocked_endpoints" of the metadata has ${shown}.`,
            facts: { unknown },
          }
    expect(await evaluateWith('default.allowedRequestTypes', {}, subject)).toEqual(expected)
  })

  it.each(cases)('%j, %j', async (parameters, subject, passed, reason) => {
    expect(await evaluateWith('default.allowedRequestTypes', parameters, subject)).toEqual({ passed, reason })
  })
})
