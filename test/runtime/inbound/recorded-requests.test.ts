// Recorded requests of both dialects as chats: each is converted, or is rejected for the reason in its name.
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { InboundApi } from '../../../runtime/inbound/inbound-api.ts'
import { inboundApis } from '../../../runtime/inbound/inbound-apis.ts'
import { isFailure } from '../../../runtime/values/failures.ts'
import { contentParts } from '../../../runtime/wire/content.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, isObject } from '../../../schemas/values/json.ts'
import { expectRecordings } from '../providers/expect-recordings.ts'
import { areRecorded, isRecorded, recordedFolders, recordedJson } from '../providers/recordings.ts'

/** What is refused of each recording, by a part of its name. */
const refused: readonly (readonly [part: string, param: RegExp])[] = [
  ['web-search', /^tools\[0\]$|^input\[\d\]$/],
  ['web-fetch', /^tools\[0\]$/],
  ['code-execution', /^tools\[0\]$/],
  ['raw-annotations', /^tools\[0\]$/],
  ['anthropic-completion-error', /^messages\[0\]$/],
]

const places = ['responses', 'messages'].flatMap(dialect =>
  recordedFolders('').flatMap(provider =>
    isRecorded(`${provider}/${dialect}`)
      ? recordedFolders(`${provider}/${dialect}`).map(
          name => [`${provider}/${dialect}/${name}`, dialect] as const,
        )
      : [],
  ),
)
const requests = places.flatMap(([place, dialect]) => {
  const body = isRecorded(`${place}/request.json`) ? recordedJson(`${place}/request.json`) : undefined
  const api: InboundApi = dialect === 'responses' ? inboundApis.responses : inboundApis.messages
  return isObject(body) ? [[place, api, body] as const] : []
})

expectRecordings([{ found: requests.length, atLeast: 41 }], '')

describe.skipIf(!areRecorded)('each request', () => {
  test.each(requests)('%s', (place, api, body) => {
    const before = structuredClone(body)
    const chat = api.request(body)
    expect(body).toEqual(before)
    const [, param] = refused.find(([part]) => place.includes(part)) ?? []
    if (isFailure(chat)) {
      expect(chat).toMatchObject({ code: 'invalid_request', param: expect.stringMatching(param ?? /^$/) })
      return
    }
    // A response loses the tools of its vendor, by name.
    const isReported = api === inboundApis.responses && chat.dropped.some(name => name.startsWith('tools.'))
    expect(isReported ? undefined : param).toBeUndefined()
    expectChat(chat.body)
    expect(chat.body['model']).toBe(body['model'])
  })
})

/** What every chat is: messages of known roles, each result behind the call that it answers. */
function expectChat(chat: JsonObject): void {
  const messages = asList(chat['messages']).map(asObject)
  expect(messages.length).toBeGreaterThan(0)
  const made = new Set<unknown>()
  for (const { role, content, tool_calls: calls, tool_call_id: answered } of messages) {
    expect(['system', 'developer', 'user', 'assistant', 'tool']).toContain(role)
    expect(content !== undefined || calls !== undefined).toBe(true)
    for (const call of asList(calls)) made.add(asObject(call)['id'])
    if (role === 'tool') expect(made).toContain(answered)
  }
  for (const tool of asList(chat['tools']))
    expect(asObject(tool)).toMatchObject({ type: 'function', function: { name: expect.any(String) } })
}

/** Scenarios whose two recordings do not request the same. */
const differs: Readonly<Record<string, readonly string[]>> = {
  'complex-reasoning-request': ['reasoning_effort'],
  'instructions-param': ['messages'],
  'metadata-param': ['messages', 'metadata', 'store'],
  'reasoning-summary-param': ['messages'],
  'reasoning-with-output': ['reasoning_effort'],
  'text-format-json-schema-param': ['messages', 'response_format'],
  'text-format-json-schema-with-description-param': ['messages', 'response_format'],
}

describe.skipIf(!areRecorded)('one intention in the two dialects of the vendor becomes one chat', () => {
  const crossed = recordedFolders('cross').filter(name =>
    ['chat-completions', 'responses'].every(dialect => isRecorded(`cross/${name}/${dialect}/request.json`)),
  )
  test.each(crossed)('%s', name => {
    const chat = inboundApis.responses.request(asObject(recordedJson(`cross/${name}/responses/request.json`)))
    const written = isFailure(chat) ? {} : chat.body
    const recorded = asObject(recordedJson(`cross/${name}/chat-completions/request.json`))
    const except = differs[name] ?? []
    expect(comparable(written, except)).toEqual(comparable(recorded, except))
    const isAlike = isDeepStrictEqual(comparable(written, []), comparable(recorded, []))
    expect(isAlike, 'an exception that is none').toBe(except.length === 0)
  })
})

/** Content as parts, so that a text and one part of text are the same. */
function comparable(chat: JsonObject, except: readonly string[]): JsonObject {
  const messages = asList(chat['messages'])
    .map(asObject)
    .map(message => ({ ...message, content: contentParts(message['content']) }))
  const others: JsonObject = { ...chat, messages }
  // The wish for a summary is an extension: a chat has none.
  const left = ['model', 'stream', 'stream_options', 'reasoning_summary', ...except]
  return Object.fromEntries(Object.entries(others).filter(([name]) => !left.includes(name)))
}
