// Replies of `invoke`: whole texts and streams, recorded ones at all chunk boundaries.
import { describe, expect, test } from 'vitest'
import { completions } from '../../../../../runtime/providers/bedrock/completions/completions.ts'
import { parseAwsEvents } from '../../../../../runtime/streams/aws-event-stream.ts'
import { createHarness } from '../../../../support/harness.ts'
import { chunkings } from '../../chunk-boundaries.ts'
import { areRecorded, isRecorded, recordedBytes, recordedFolders, recordedJson } from '../../recordings.ts'
import { context } from '../context.ts'

const head = { id: 'cmpl-0123456789abcdef', object: 'text_completion', created: 1_700_000_000 }
const usage = (prompt: number, completion: number) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
})
const choice = (text: string, finish_reason: string | null = 'stop', index = 0) => ({
  ...{ text, index, logprobs: null, finish_reason },
})

describe('whole texts', () => {
  const counted = ['x-amzn-bedrock-input-token-count', '3', 'X-Amzn-Bedrock-Output-Token-Count', '4']
  test.each<readonly [string, object, readonly object[], object]>([
    [
      'Titan',
      {
        inputTextTokenCount: 1,
        results: [{ tokenCount: 2, outputText: 'a', completionReason: 'LENGTH' }],
      },
      [choice('a', 'length')],
      usage(1, 2),
    ],
    [
      'Jurassic, which counts in headers only',
      {
        completions: [
          { data: { text: 'a' }, finishReason: { reason: 'endoftext' } },
          { data: { text: 'b' }, finishReason: { reason: 'length' } },
        ],
      },
      [choice('a'), choice('b', 'length', 1)],
      usage(3, 4),
    ],
    [
      'Command',
      { id: 'x', prompt: 'p', generations: [{ id: 'y', text: 'a', finish_reason: 'MAX_TOKENS' }] },
      [choice('a', 'length')],
      usage(3, 4),
    ],
    ['Command R', { text: 'a', finish_reason: 'COMPLETE', chat_history: [] }, [choice('a')], usage(3, 4)],
    [
      'Llama',
      { generation: 'a', prompt_token_count: 5, generation_token_count: 6, stop_reason: 'length' },
      [choice('a', 'length')],
      usage(5, 6),
    ],
    ['Mistral', { outputs: [{ text: 'a', stop_reason: 'stop' }] }, [choice('a')], usage(3, 4)],
    ['unknown fields', { outputs: [{ text: 'a', stop_reason: 'tired' }] }, [choice('a')], usage(3, 4)],
    [
      'a filter',
      { results: [{ outputText: '', completionReason: 'CONTENT_FILTERED' }] },
      [choice('', 'content_filter')],
      usage(3, 0),
    ],
  ])('%s', (_, body, choices, counts) => {
    expect(completions.reply(body, context, counted)).toEqual({
      ...{ ...head, model: context.model, choices, usage: counts },
    })
  })

  test.each([null, 'text', [], {}, { results: 7 }, { outputs: [null, { text: 1 }] }])('no text: %j', body => {
    expect(completions.reply(body, context)).toMatchObject({ code: 'invalid_upstream_reply' })
  })
})

const encode = (event: object) => ({
  event: 'chunk',
  data: JSON.stringify({ bytes: btoa(JSON.stringify(event)), p: 'abc' }),
})
const metrics = { 'amazon-bedrock-invocationMetrics': { inputTokenCount: 3, outputTokenCount: 4 } }

function stepsOf(events: readonly { readonly event: string; readonly data: string }[], includeUsage = true) {
  const mapper = completions.stream?.({ ...context, includeUsage })
  return [...events.flatMap(event => mapper?.event(event) ?? []), ...(mapper?.end() ?? [])]
}

const piece = (text: string) => ({ chunk: { ...head, model: context.model, choices: [choice(text, null)] } })
const last = (reason: string) => ({ chunk: { ...head, model: context.model, choices: [choice('', reason)] } })
const counts = { chunk: { ...head, model: context.model, choices: [], usage: usage(3, 4) } }

describe('streams', () => {
  test.each<readonly [string, readonly object[]]>([
    [
      'Llama',
      [
        { generation: 'a', stop_reason: null },
        { generation: '', stop_reason: 'length', ...metrics },
      ],
    ],
    [
      'Mistral',
      [
        { outputs: [{ text: 'a', stop_reason: null }] },
        { outputs: [{ text: '', stop_reason: 'length' }], ...metrics },
      ],
    ],
    [
      'Command, which repeats the whole text at the end',
      [
        { text: 'a', is_finished: false },
        { is_finished: true, text: 'a', finish_reason: 'MAX_TOKENS', ...metrics },
      ],
    ],
    ['Titan', [{ outputText: 'a', index: 0, completionReason: 'LENGTH', ...metrics }]],
  ])('%s: pieces, one finish, counts when they are wanted', (_, events) => {
    const given = events.map(encode)
    expect(stepsOf(given)).toEqual([piece('a'), last('length'), counts, 'done'])
    expect(stepsOf(given, false)).toEqual([piece('a'), last('length'), 'done'])
  })

  test('a truncated stream is an error, whatever it contained', () => {
    expect(stepsOf([encode({ generation: 'a', stop_reason: null })])).toEqual([
      piece('a'),
      { error: expect.objectContaining({ code: 'invalid_upstream_reply' }) },
    ])
  })

  test('an exception ends it, and nothing follows', () => {
    const exception = { event: 'throttlingException', data: '{"message":"Slow down."}' }
    expect(stepsOf([exception, encode({ generation: 'a' })])).toEqual([
      { error: expect.objectContaining({ message: 'Slow down.', type: 'rate_limit_error' }) },
    ])
  })

  test.each(['', '{}', '{"bytes":7}', '{"bytes":"%%%"}', '{"bytes":"bm8="}', '[]'])(
    'a chunk that cannot be read ends it, and nothing follows: %j',
    data => {
      expect(stepsOf([{ event: 'chunk', data }, encode({ generation: 'a', stop_reason: 'stop' })])).toEqual([
        { error: expect.objectContaining({ code: 'invalid_upstream_reply' }) },
      ])
    },
  )
})

const wholes = recordedFolders('aws-bedrock/invoke').filter(name =>
  /titan|ddpy-amazon|cohere|imported/.test(name),
)
const streams = recordedFolders('aws-bedrock/invoke-stream').filter(name =>
  /titan|ddpy-amazon|cohere/.test(name),
)

describe.runIf(areRecorded)('recordings', () => {
  test('are there', () => expect([wholes.length, streams.length]).toEqual([6, 3]))

  test.each(wholes)('%s', async name => {
    const folder = `aws-bedrock/invoke/${name}`
    const { model, status } = recordedJson(`${folder}/meta.json`) as { model: string; status: number }
    const {
      inputText,
      prompt = inputText,
      message = prompt,
    } = recordedJson(`${folder}/request.json`) as Record<string, unknown>
    const { text } = recordedJson(`${folder}/observed.json`) as { text?: string }
    const { call } = createHarness({
      configs: { br: { provider: 'bedrock', api_key: '${env:KEY}', cloud1_region: 'us-east-1' } },
      environment: { KEY: 'k' },
      script: [{ status, body: recordedJson(`${folder}/response.json`) }],
    })
    const reply = await call({
      path: '/completions',
      headers: { 'x-gateway-config': 'br' },
      body: { model, prompt: message },
    })
    expect(reply.json).toMatchObject({ object: 'text_completion', model, choices: [{ text }] })
  })

  test.each(streams)('%s, however it is cut', name => {
    const folder = `aws-bedrock/invoke-stream/${name}`
    if (!isRecorded(`${folder}/stream.bin`)) throw new Error(`${folder} holds no stream.`)
    const { text, bedrockInvocationMetrics: counted } = recordedJson(`${folder}/observed.json`) as {
      text: string
      bedrockInvocationMetrics: { inputTokenCount: number; outputTokenCount: number }
    }
    const seen = Object.values(chunkings).map(cut => {
      const events: { event: string; data: string }[] = []
      const parser = parseAwsEvents(
        ({ event = '', data }) => void events.push({ event, data }),
        fault => expect.fail(fault),
      )
      for (const bytes of cut(recordedBytes(`${folder}/stream.bin`))) parser.feed(bytes)
      parser.end()
      return JSON.stringify(stepsOf(events))
    })
    expect(new Set(seen).size).toBe(1)
    const steps = JSON.parse(seen[0] ?? '[]') as { chunk?: { choices: { text: string }[]; usage?: object } }[]
    expect(steps.flatMap(({ chunk }) => chunk?.choices.map(each => each.text) ?? []).join('')).toBe(text)
    expect(steps.at(-2)?.chunk?.usage).toEqual(usage(counted.inputTokenCount, counted.outputTokenCount))
    expect(steps.at(-1)).toBe('done')
  })
})
