// Recorded replies of providers with a dialect of their own, through their adapters and then an inbound API, as the
// driver does it: replies in the dialect `messages` arrive unchanged.
import { describe, expect, test } from 'vitest'
import { inboundApis } from '../../../runtime/inbound/inbound-apis.ts'
import { anthropic } from '../../../runtime/providers/anthropic/anthropic.ts'
import { bedrock } from '../../../runtime/providers/bedrock/bedrock.ts'
import { google } from '../../../runtime/providers/google/google.ts'
import type { EndpointAdapter } from '../../../runtime/values/adapter.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject } from '../../../schemas/values/json.ts'
import { context as adapterContext } from '../providers/anthropic/context.ts'
import { asStream } from '../providers/anthropic/fixtures.ts'
import { chunksOf, stepsOf } from '../providers/fold.ts'
import {
  areRecorded,
  isRecorded,
  recordedBytes,
  recordedFolders,
  recordedJson,
} from '../providers/recordings.ts'
import { context } from './context.ts'
import {
  eventsOf,
  messageFromEvents,
  responseFromEvents,
  viewOfMessage,
  viewOfResponse,
} from './read-streams.ts'

const loose = { ...adapterContext, strict: false, includeUsage: true }

test('the recordings are there, or the suite says so', ctx => {
  if (!areRecorded) ctx.skip('No recordings beside the repository.')
  expect(messages.length).toBeGreaterThan(15)
  expect(crossed.length).toBeGreaterThan(20)
})

const messages = recordedFolders('anthropic/messages').filter(name => {
  const meta = asObject(recordedJson(`anthropic/messages/${name}/meta.json`))
  return meta['status'] === 200 && (meta['framing'] === 'sse' || meta['streaming'] === false)
})

const chatOf = (adapter: EndpointAdapter | undefined, body: unknown): JsonObject => {
  const reply = adapter?.reply(body, loose)
  expect(reply).toHaveProperty('choices')
  return reply as JsonObject
}

const chunksFrom = (
  adapter: EndpointAdapter | undefined,
  pieces: readonly Uint8Array[],
): readonly JsonObject[] => {
  const mapper = adapter?.stream?.(loose)
  if (mapper === undefined) throw new Error('The adapter streams chats.')
  return chunksOf(stepsOf(mapper, pieces)) as unknown as readonly JsonObject[]
}

/** Blocks that a client of a chat cannot see; neighbouring texts are one there. */
function expectedContent(message: JsonObject): readonly JsonObject[] {
  const kept: JsonObject[] = []
  for (const block of asList(message['content']).map(asObject)) {
    const { type, text } = block
    const last = kept.at(-1)
    if (type === 'text' && text === '') continue
    if (type === 'text' && last?.['type'] === 'text')
      kept[kept.length - 1] = { type, text: `${String(last['text'])}${String(text)}` }
    else if (type === 'text') kept.push({ type, text: text ?? '' })
    else if (type === 'tool_use')
      kept.push({ type, id: block['id'] ?? '', name: block['name'] ?? '', input: block['input'] ?? {} })
    else if (type === 'thinking' || type === 'redacted_thinking') kept.push(block)
  }
  return kept
}

describe.skipIf(!areRecorded)('messages of the dialect itself, back in it', () => {
  const adapter = anthropic.endpoints['chat/completions']

  test.each(messages)('%s', name => {
    const at = `anthropic/messages/${name}`
    const isStreamed = isRecorded(`${at}/stream.txt`)
    const native = isStreamed ? undefined : asObject(recordedJson(`${at}/response.json`))
    const reported = native
      ? inboundApis.messages.reply(chatOf(adapter, native), context)
      : messageFromEvents(
          eventsOf(
            inboundApis.messages.stream(context),
            chunksFrom(adapter, [recordedBytes(`${at}/stream.txt`)]),
          ),
        )
    const observed = asObject(recordedJson(`${at}/observed.json`))
    const heard = viewOfMessage(reported)
    expect(heard.reasoning).toBe(observed['reasoning'] ?? '')
    expect(reported).toMatchObject({ stop_reason: observed['finishReason'] })
    const usage = asObject(observed['usage'])
    expect(reported['usage']).toMatchObject({
      input_tokens: usage['input_tokens'],
      output_tokens: usage['output_tokens'],
      cache_read_input_tokens: usage['cache_read_input_tokens'] ?? 0,
      cache_creation_input_tokens: usage['cache_creation_input_tokens'] ?? 0,
    })
    if (native === undefined) expect(heard.text).toBe(observed['text'] ?? '')
    else if (native['stop_reason'] !== 'refusal') expect(reported['content']).toEqual(expectedContent(native))
  })
})

const dialects = { anthropic, bedrock, google } as const

const crossed = recordedFolders('cross').flatMap(name =>
  (['anthropic', 'bedrock', 'google'] as const).flatMap(dialect => {
    const at = `cross/${name}/${dialect}`
    if (!isRecorded(`${at}/meta.json`)) return []
    const observed = asObject(asObject(recordedJson(`${at}/meta.json`))['observed'])
    return Object.entries(observed).map(([file, each]) => [`${at}/${file}`, dialect, asObject(each)] as const)
  }),
)

describe.skipIf(!areRecorded)('one intention in three dialects', () => {
  test.each(
    crossed.filter(
      ([path, dialect, { errorMessage }]) =>
        (dialect !== 'bedrock' || !path.includes('stream')) && errorMessage === undefined,
    ),
  )('%s', (path, dialect, observed) => {
    const adapter = dialects[dialect].endpoints['chat/completions']
    const content = recordedJson(`${path}.json`)
    const streamed = path.includes('stream')
    const chunks = streamed
      ? chunksFrom(adapter, [asStream(content as readonly { readonly type: string }[])])
      : []
    const chat = streamed ? {} : chatOf(adapter, content)
    const message = streamed
      ? messageFromEvents(eventsOf(inboundApis.messages.stream(context), chunks))
      : inboundApis.messages.reply(chat, context)
    const response = streamed
      ? responseFromEvents(eventsOf(inboundApis.responses.stream(context), chunks))
      : inboundApis.responses.reply(chat, context)
    const expected = {
      text: observed['text'] ?? '',
      reasoning: observed['reasoning'] ?? '',
      calls: asList(observed['toolCalls'])
        .map(asObject)
        .map(call => ({
          id: call['id'] ?? expect.any(String),
          name: call['name'],
          arguments: call['arguments'],
        })),
    }
    expect(viewOfMessage(message)).toEqual(expected)
    expect(viewOfResponse(response)).toEqual(expected)
  })
})
