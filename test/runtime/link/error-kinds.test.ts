// The kinds of errors, read from the bodies that providers document or were seen to send, through the adapter of each.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { linkErrorKinds } from '../../../runtime/link/nodes/error-kinds.ts'
import { scriptedError } from '../../../runtime/simulation/scripted-outcome.ts'
import type { Reply } from '../../../runtime/values/call.ts'
import { errorKind, specificKind } from '../../../runtime/wire/error-kind.ts'
import type { ErrorKind } from '../../../schemas/generated/types.ts'
import { createHarness } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { ERROR_TARGETS, type ErrorBody } from './error-targets.ts'

const KINDS: readonly ErrorKind[] = [
  'context_length',
  'content_filter',
  'rate_limit',
  'overloaded',
  'timeout',
  'connection',
  'auth',
  'invalid_request',
]

const bodies = readFileSync(new URL('error-bodies.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as ErrorBody)

const vendor = (message: string, code: string | null = null) => ({ error: { message, type: null, code } })

/** The reply of one call of a target with this outcome. */
async function replyAt(target: object, step: Step, stream = false): Promise<Reply> {
  const { call, clock } = createHarness({
    configs: { c: target },
    environment: { KEY: 'some-key' },
    script: [step],
  })
  let over = false
  const reply = call({
    headers: { 'x-gateway-config': 'c' },
    body: { model: 'm', stream, max_tokens: 5, messages: [{ role: 'user', content: 'Hello' }] },
  }).finally(() => {
    over = true
  })
  while (!over && (await clock.next()));
  const { outcome } = await reply
  if (outcome === undefined) throw new Error('The request was refused.')
  return outcome.reply
}

/** What it is about. */
const kindAt = async (...given: Parameters<typeof replyAt>): Promise<ErrorKind | undefined> =>
  linkErrorKinds(KINDS)(await replyAt(...given))

describe('an error of a provider is of the kind that its body says', () => {
  it.each(bodies)('$provider $status $body: $kind', async ({ provider, status, body, kind }) => {
    const step: Step = typeof body === 'string' ? { status, text: body } : { status, body }
    expect((await kindAt(ERROR_TARGETS[provider], step)) ?? null).toBe(kind)
  })
})

describe('and of the kind that clients recognize', () => {
  it.each(bodies.filter(({ specific }) => specific !== undefined))(
    '$provider $status $body: $specific',
    async ({ provider, status, body, specific }) => {
      const { providerError } = await replyAt(ERROR_TARGETS[provider], { status, body: body as object })
      expect(providerError && specificKind(providerError.error, status)).toBe(specific)
    },
  )
})

describe('and so is one before the first content of a stream', () => {
  it.each<readonly [provider: keyof typeof ERROR_TARGETS, event: string, kind: ErrorKind]>([
    ['openai', `data: ${JSON.stringify(vendor('Long.', 'context_length_exceeded'))}\n\n`, 'context_length'],
    [
      'anthropic',
      `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })}\n\n`,
      'overloaded',
    ],
    ['deepseek', `data: ${JSON.stringify(vendor('Content Exists Risk'))}\n\n`, 'content_filter'],
  ])('%s %s', async (provider, text, kind) => {
    const step: Step = { status: 200, headers: ['content-type', 'text/event-stream'], text }
    expect(await kindAt(ERROR_TARGETS[provider], step, true)).toBe(kind)
  })
})

describe('a failure of the gateway is of the kind of its cause', () => {
  it.each<readonly [title: string, step: Step, kind: ErrorKind | undefined]>([
    ['a timeout', 'silence', 'timeout'],
    ['a refused connection', { fails: 'refused' }, 'connection'],
    ['a host without address', { fails: 'dns' }, 'connection'],
    ['a proxy that fails', { fails: 'proxy' }, 'connection'],
    ['a stream that is cut before its content', { events: [], end: 'cut' }, 'connection'],
    ['a reply that is not JSON', { status: 200, text: '<html>' }, undefined],
  ])('%s', async (_title, step, kind) => {
    expect(await kindAt(ERROR_TARGETS.openai, step, 'events' in Object(step))).toBe(kind)
  })
})

it.each(KINDS.filter(kind => kind !== 'connection'))('a scripted error of kind %s is of this kind', kind => {
  const error = scriptedError(kind)
  expect(error && errorKind(error, error.status)).toBe(kind)
})
