// Every string of what MCP servers and agents get and return, by the types of the official SDKs: guards read it, or the list names it.
import { describe, expect, it } from 'vitest'
import { partTexts, withPartTexts } from '../../../../runtime/agents/exchange/part-texts.ts'
import { textReadersFor } from '../../../../runtime/guardrails/body-texts/endpoint-texts.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import { placeString } from './place-string.ts'
import { stringsOfTypes, type VendorString } from './vendor-strings.ts'

const SECRET = 'a secret of its own'

const MCP = Object.fromEntries(
  ['CallToolResult', 'GetPromptResult', 'ReadResourceResult', 'CompleteResult'].map(type => [
    type,
    `import('@modelcontextprotocol/sdk/spec.types.js').${type}`,
  ]),
)
const A2A = Object.fromEntries(
  ['MessageSendParams', 'Message', 'Task', 'TaskStatusUpdateEvent', 'TaskArtifactUpdateEvent'].map(type => [
    type,
    `import('a2a-js-sdk-03').${type}`,
  ]),
)

/** Of agents: identifiers, choices, times, addresses, and how a client is called back. */
const UNREAD =
  /(?:\.(?:id|taskId|contextId|messageId|artifactId|referenceTaskIds\[\]|kind|role|state|timestamp|mimeType|uri|bytes)|^\.configuration\..*)$/

/** Of version 1.0, whose SDK has other names in JSON. */
const MODERN: readonly (readonly [path: string, isRead: boolean])[] = [
  ['.message.parts[].text', true],
  ['.message.parts[].data.anything', true],
  ['.message.parts[].filename', true],
  ['.message.parts[].metadata.anything', true],
  ['.message.parts[].raw', false],
  ['.message.parts[].url', false],
  ['.message.parts[].mediaType', false],
  ['.message.metadata.anything', true],
  ['.message.extensions[]', true],
  ['.message.messageId', false],
  ['.metadata.anything', true],
  ['.artifactUpdate.artifact.name', true],
  ['.artifactUpdate.artifact.description', true],
  ['.artifactUpdate.artifact.artifactId', false],
  ['.task.history[].parts[].text', true],
  ['.statusUpdate.status.message.parts[].text', true],
  ['.configuration.taskPushNotificationConfig.url', false],
]

const readOf = (value: Json): readonly string[] =>
  textReadersFor(undefined)
    .reply.all(value, undefined)
    .map(({ text }) => text)

/** A message or an artifact has parts. */
const withParts = (path: string): Json =>
  [...path.matchAll(/\.(?:name|description|extensions)\b/g)].reduce<Json>(
    (value, { index }) => placeString(value, `${path.slice(0, index)}.parts[].text`, '', false) ?? value,
    placeString(undefined, path, SECRET, false) ?? null,
  )

const strings = (roots: Readonly<Record<string, string>>): readonly VendorString<string>[] => {
  const found = stringsOfTypes(roots, () => false)
  expect(new Set(found.map(({ root }) => root))).toEqual(new Set(Object.keys(roots)))
  return found
}

describe('guards read', () => {
  it('every string that an MCP server returns, but choices', () => {
    const unread = strings(MCP).filter(
      ({ path, kind }) =>
        kind !== 'choice' && !readOf(placeString(undefined, path, SECRET, false) ?? null).includes(SECRET),
    )
    expect(unread).toEqual([])
  }, 60_000)

  it('every string of messages, tasks and events of agents that the list does not name', () => {
    const wrong = strings(A2A).filter(
      ({ path }) => readOf([...partTexts(withParts(path))]).includes(SECRET) === UNREAD.test(path),
    )
    expect(wrong).toEqual([])
  }, 60_000)

  it.each(MODERN)('of agents of version 1.0, %s: %s', (path, isRead) => {
    expect(readOf([...partTexts(withParts(path))]).includes(SECRET)).toBe(isRead)
  })

  it.each([
    ['a resource of an MCP server', { contents: [{ uri: 'a:b', mimeType: 'text/csv', blob: btoa(SECRET) }] }],
    [
      'a file of an agent',
      [...partTexts({ parts: [{ file: { mimeType: 'text/csv', bytes: btoa(SECRET) } }] })],
    ],
    ['a file of version 1.0', [...partTexts({ parts: [{ mediaType: 'text/plain', raw: btoa(SECRET) }] })]],
    ['a name', { structuredContent: { [SECRET]: 1 } }],
    ['a name in data of an agent', [...partTexts({ parts: [{ data: { [SECRET]: [] } }] })]],
  ])('%s', (_title, value) => {
    expect(readOf(value as Json)).toContain(SECRET)
  })

  it('no name of a few words', () => {
    expect(readOf({ customer_first_name: 1, $schema: { 'application/json': 2 } })).toEqual([])
  })
})

it('what guards rewrite in files and data of agents is put back, with the digits of numbers', () => {
  const value = JSON.parse(
    '{"parts":[{"file":{"mimeType":"text/csv","bytes":"YQ==","name":"a"}},{"data":{"n":1,"s":"a"}}]}',
  )
  const texts = partTexts(value)
  const rewritten = texts.map(text =>
    typeof text === 'string' ? 'b' : { bytes: 'Yg==', mimeType: 'text/csv', n: 2, s: 'b' },
  )
  expect(withPartTexts(value, rewritten)).toEqual({
    parts: [{ file: { mimeType: 'text/csv', bytes: 'Yg==', name: 'b' } }, { data: { n: 1, s: 'b' } }],
  })
})
