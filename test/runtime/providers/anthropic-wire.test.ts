import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext } from '../../../runtime/providers/adapter.ts'
import { anthropic } from '../../../runtime/providers/anthropic/anthropic.ts'
import { contentParts } from '../../../runtime/providers/wire/content.ts'
import { asList, asObject, asText, isObject } from '../../../runtime/providers/wire/json.ts'
import { context } from './anthropic/context.ts'
import { crossExceptions } from './anthropic/cross-exceptions.ts'
import { asStream, type Observed, ownCases, type WireCase } from './anthropic/own-cases.ts'
import { cuttings } from './cuttings.ts'
import { type Completion, type Folded, fold, foldReply, stepsOf } from './fold.ts'
import {
  areRecorded,
  isRecorded,
  recordedBytes,
  recordedFolders,
  recordedJson,
  recordedText,
} from './recordings.ts'

const chat = anthropic.endpoints['chat/completions']
const loose: AdapterContext = { ...context, strict: false }

function recordedCase(name: string): WireCase {
  const at = `anthropic/messages/${name}`
  const meta = recordedJson(`${at}/meta.json`) as { status: number; framing: string }
  const observed = recordedJson(`${at}/observed.json`) as Observed
  if (!isRecorded(`${at}/stream.txt`))
    return { name, status: meta.status, body: recordedJson(`${at}/response.json`), observed }
  const lines = recordedText(`${at}/stream.txt`).split('\n').filter(Boolean)
  const stream =
    meta.framing === 'sse'
      ? recordedBytes(`${at}/stream.txt`)
      : asStream(lines.map(line => JSON.parse(line.replace(/^data: /, ''))))
  return { name, status: meta.status, stream, observed }
}

const crossNames = recordedFolders('cross').filter(name => isRecorded(`cross/${name}/anthropic/request.json`))

function crossCases(name: string): readonly WireCase[] {
  const at = `cross/${name}/anthropic`
  const meta = recordedJson(`${at}/meta.json`) as { observed: Record<string, Observed> }
  return Object.entries(meta.observed).flatMap(([file, observed]): readonly WireCase[] => {
    const content = recordedJson(`${at}/${file}.json`)
    const title = `cross/${name}/${file}`
    if (Array.isArray(content)) return [{ name: title, status: 200, stream: asStream(content), observed }]
    return [{ name: title, status: 200, body: content, observed }]
  })
}

const cases: readonly WireCase[] = [
  ...ownCases,
  ...recordedFolders('anthropic/messages').map(recordedCase),
  ...crossNames.flatMap(crossCases),
]

const finishes: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
}

function usageOf({ usage = { input_tokens: 0, output_tokens: 0 } }: Observed) {
  const read = usage.cache_read_input_tokens ?? 0
  const prompt = usage.input_tokens + read + (usage.cache_creation_input_tokens ?? 0)
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output_tokens,
    total_tokens: prompt + usage.output_tokens,
    prompt_tokens_details: { cached_tokens: read },
    completion_tokens_details: { reasoning_tokens: usage.output_tokens_details?.thinking_tokens ?? 0 },
  }
}

function expectObserved(folded: Folded, observed: Observed): void {
  const reasoning = folded.blocks
    .filter(block => block['type'] === 'thinking')
    .map(block => block['thinking'])
  expect({
    text: folded.content,
    reasoning: reasoning.join(''),
    toolCalls: folded.toolCalls.map(call => ({ ...call, arguments: JSON.parse(call.arguments) })),
    finish: folded.finish,
    usage: folded.usage,
  }).toEqual({
    text: observed.text ?? '',
    reasoning: observed.reasoning ?? '',
    toolCalls: (observed.toolCalls ?? []).map(call => ({
      id: call.id,
      name: call.name,
      arguments: call.arguments,
    })),
    finish: finishes[observed.finishReason ?? ''],
    usage: expect.objectContaining(usageOf(observed)),
  })
}

/** A reply of the adapter, which is a completion and no failure. */
function replyOf(body: unknown, given: AdapterContext): Completion {
  const reply = chat?.reply(body, given)
  expect(reply).toHaveProperty('choices')
  return reply as unknown as Completion
}

test('the recordings are there, or the suite says so', ctx => {
  if (!areRecorded) ctx.skip('No recordings beside the repository: only our own fixtures run.')
  expect(cases.length).toBeGreaterThan(ownCases.length + 20)
  expect(crossNames.length).toBeGreaterThan(10)
})

const ofKind = (fits: (each: WireCase) => boolean) =>
  cases.filter(fits).map(each => [each.name, each] as const)

describe('whole replies', () => {
  test.each(ofKind(each => each.status === 200 && each.stream === undefined))(
    '%s',
    (_, { body, observed }) => {
      expectObserved(foldReply(replyOf(body, loose)), observed)
      const strict = replyOf(body, context)
      expect(Object.keys(strict.choices[0] ?? {}).sort()).toEqual([
        'finish_reason',
        'index',
        'logprobs',
        'message',
      ])
      expect(strict.usage).toEqual(usageOf(observed))
      expect(strict.choices[0]?.message).not.toHaveProperty('content_blocks')
    },
  )
})

describe('streams, cut in five ways', () => {
  const streams = cases.flatMap(each =>
    each.stream === undefined ? [] : [[each.name, each, each.stream] as const],
  )
  test.each(streams)('%s', (_, { observed }, bytes) => {
    const whole = stepsOf(chat?.stream?.(loose) ?? never(), [bytes])
    expectObserved(fold(whole), observed)
    for (const [name, cut] of Object.entries(cuttings))
      expect(stepsOf(chat?.stream?.(loose) ?? never(), cut(bytes)), name).toEqual(whole)
    const strict = fold(stepsOf(chat?.stream?.({ ...context, includeUsage: false }) ?? never(), [bytes]))
    expect(strict).toMatchObject({ content: observed.text ?? '', usage: undefined, blocks: [] })
  })
})

describe('errors', () => {
  test.each(ofKind(each => each.status !== 200))('%s', (_, { status, body, observed }) => {
    expect(anthropic.error(body, status)).toEqual({
      message: observed.errorMessage,
      type: observed.errorType,
    })
  })
})

describe('requests of the vendor reach the provider as recorded', () => {
  test('own: a question', () => {
    const question = { messages: [{ role: 'user', content: 'Why?' }], max_tokens: 5 }
    expect(chat?.request({ model: 'x', ...question }, context)).toMatchObject({
      body: { model: 'claude-test', ...question },
    })
  })

  test.each(crossNames)('%s', name => {
    const differs = crossExceptions[name]?.differs ?? []
    const pairs = ['request', 'followup-request'].flatMap(file => pairOf(name, file))
    expect(pairs.length).toBeGreaterThan(0)
    for (const { written, recorded } of pairs)
      expect(comparable(written, differs)).toEqual(comparable(recorded, differs))
    const alike = pairs.map(({ written, recorded }) =>
      isDeepStrictEqual(comparable(written, []), comparable(recorded, [])),
    )
    expect(alike.includes(false), 'an exception that is none').toBe(differs.length > 0)
  })
})

/** What the adapter writes and what was recorded, where there are both. The default is the one that was recorded. */
function pairOf(name: string, file: string): readonly { written: JsonObject; recorded: JsonObject }[] {
  const paths = ['chat-completions', 'anthropic'].map(dialect => `cross/${name}/${dialect}/${file}.json`)
  if (!paths.every(isRecorded)) return []
  const [vendor = {}, recorded = {}] = paths.map(path => asObject(recordedJson(path)))
  const model = asText(recorded['model']) ?? ''
  const result = chat?.request(vendor, {
    ...context,
    model,
    defaults: { max_tokens: recorded['max_tokens'] ?? 0 },
  })
  expect(result).toHaveProperty('body')
  return [{ written: result !== undefined && 'body' in result ? result.body : {}, recorded }]
}

/**
 * The body as far as two recordings of one intention can agree: what each model said before is not compared (they are
 * different models), identifiers of calls are numbered, and a string is one text block.
 */
function comparable(body: JsonObject, differs: readonly string[]): JsonObject {
  const identifiers: Json[] = []
  const numbered = (identifier: Json = null): string => {
    if (!identifiers.includes(identifier)) identifiers.push(identifier)
    return `call ${identifiers.indexOf(identifier)}`
  }
  const block = (each: JsonObject, role: Json | undefined): JsonObject => {
    const { type = null, name = null, input = null } = each
    if (type === 'text' && role === 'assistant') return { type, text: '(said by the model)' }
    if (type === 'tool_use') return { type, name, input, id: numbered(each['id']) }
    return type === 'tool_result' ? { ...each, tool_use_id: numbered(each['tool_use_id']) } : each
  }
  const messages = asList(body['messages'])
    .filter(isObject)
    .map(({ role = null, content }) => ({
      role,
      content: contentParts(content).map(each => block(each, role)),
    }))
  const plain = { ...body, messages, system: contentParts(body['system']) }
  return Object.fromEntries(Object.entries(plain).filter(([key]) => !differs.includes(key)))
}

function never(): never {
  throw new Error('The adapter streams chats.')
}
