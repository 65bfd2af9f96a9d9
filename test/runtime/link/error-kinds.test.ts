// The kinds of errors, read from the bodies that providers document or were seen to send, through the adapter of each.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { linkErrorKinds } from '../../../runtime/link/nodes/error-kinds.ts'
import { scriptedError } from '../../../runtime/simulation/scripted-outcome.ts'
import { errorKind } from '../../../runtime/wire/error-kind.ts'
import type { ErrorKind } from '../../../schemas/generated/types.ts'
import { createHarness } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'

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

const key = (provider: string) => ({ provider, api_key: '${env:KEY}' })
const TARGETS = {
  openai: key('openai'),
  azure: { ...key('azure'), resource_name: 'contoso' },
  anthropic: key('anthropic'),
  bedrock: {
    provider: 'bedrock',
    cloud1_access_key_id: '${env:KEY}',
    cloud1_secret_access_key: '${env:KEY}',
    cloud1_region: 'us-east-1',
  },
  google: key('google'),
  mistral: key('mistral-ai'),
  cohere: key('cohere'),
  deepseek: key('deepseek'),
  groq: key('groq'),
  together: key('together-ai'),
  xai: key('x-ai'),
}

interface ErrorBody {
  readonly provider: keyof typeof TARGETS
  readonly status: number
  readonly body: object | string
  readonly kind: ErrorKind | null
  /** Where the body or its text was found. */
  readonly source: string
}

const bodies = readFileSync(new URL('error-bodies.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as ErrorBody)

const vendor = (message: string, code: string | null = null) => ({ error: { message, type: null, code } })

/** What one call of a target with this outcome is about. */
async function kindAt(target: object, step: Step, stream = false): Promise<ErrorKind | undefined> {
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
  return linkErrorKinds(KINDS)(outcome.reply)
}

describe('an error of a provider is of the kind that its body says', () => {
  it.each(bodies)('$provider $status $body: $kind', async ({ provider, status, body, kind }) => {
    const step: Step = typeof body === 'string' ? { status, text: body } : { status, body }
    expect((await kindAt(TARGETS[provider], step)) ?? null).toBe(kind)
  })
})

describe('and so is one before the first content of a stream', () => {
  it.each<readonly [provider: keyof typeof TARGETS, event: string, kind: ErrorKind]>([
    ['openai', `data: ${JSON.stringify(vendor('Long.', 'context_length_exceeded'))}\n\n`, 'context_length'],
    [
      'anthropic',
      `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })}\n\n`,
      'overloaded',
    ],
    ['deepseek', `data: ${JSON.stringify(vendor('Content Exists Risk'))}\n\n`, 'content_filter'],
  ])('%s %s', async (provider, text, kind) => {
    const step: Step = { status: 200, headers: ['content-type', 'text/event-stream'], text }
    expect(await kindAt(TARGETS[provider], step, true)).toBe(kind)
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
    expect(await kindAt(TARGETS.openai, step, 'events' in Object(step))).toBe(kind)
  })
})

it.each(KINDS.filter(kind => kind !== 'connection'))('a scripted error of kind %s is of this kind', kind => {
  const error = scriptedError(kind)
  expect(error && errorKind(error, error.status)).toBe(kind)
})
