// Replies of a provider with a secret at a path of a table, whole and streamed.
import type { Json } from '../../../../schemas/values/json.ts'
import { claudeEvent, claudeMessage, claudeStream } from '../../../support/claude.ts'
import { chunk, completion, DONE } from '../../../support/sample-bodies.ts'
import type { Step } from '../../../support/scripted-upstream.ts'
import { placeString } from './place-string.ts'
import type { StringRow } from './string-table.ts'

export const SECRET = 'AKIAQYLPMN5HFI4ZTWXB'

/** How a client calls the endpoint whose replies a root belongs to. */
const CHAT_CALL = { path: '/chat/completions', provider: '@main', body: { model: 'm', messages: [] } }
const RESPONSE_CALL = { path: '/responses', provider: '@main', body: { model: 'm', input: 'Hello' } }
const MESSAGE_CALL = {
  path: '/messages',
  provider: '@claude',
  body: { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] },
}

const response = (output: readonly object[]) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'm',
  status: 'completed',
  output,
})
const TEXT_ITEM = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Hello.', annotations: [] }],
}
const HELLO = { type: 'text', text: 'Hello.' }

const responseStream = (events: readonly object[], final: object): readonly string[] => [
  claudeEvent({ type: 'response.created', response: { ...response([]), status: 'in_progress' } }),
  ...events.map(event => claudeEvent({ type: 'response.odd', ...event })),
  claudeEvent({ type: 'response.completed', response: final }),
]
const chunkStream = (...chunks: readonly object[]): readonly string[] => [
  chunk({ role: 'assistant', content: '' }),
  ...chunks.map(each => `data: ${JSON.stringify(each)}\n\n`),
  chunk({ content: ' Bye.' }),
  chunk({}, 'stop'),
  DONE,
]

/** The block that a delta of a message belongs to. */
const BLOCK_OF: Readonly<Record<string, object>> = {
  input_json_delta: { type: 'tool_use', id: 't', name: 'f', input: {} },
  thinking_delta: { type: 'thinking', thinking: '', signature: '' },
  signature_delta: { type: 'thinking', thinking: '', signature: '' },
}

interface RootReplies {
  readonly call: { readonly path: string; readonly provider: string; readonly body: object }
  /** What the paths of the root are below. */
  readonly base: object
  readonly whole?: (value: object) => object
  readonly events?: (value: object, row: StringRow) => readonly string[]
}

export const ROOTS: Readonly<Record<string, RootReplies>> = {
  chat: { call: CHAT_CALL, base: completion('Hello.'), whole: value => value },
  chunk: {
    call: CHAT_CALL,
    base: JSON.parse(chunk({}).slice('data: '.length)) as object,
    events: value => chunkStream(value),
  },
  response: {
    call: RESPONSE_CALL,
    base: response([TEXT_ITEM]),
    whole: value => value,
    events: value => responseStream([], value),
  },
  item: {
    call: RESPONSE_CALL,
    base: {},
    whole: item => response([item]),
    events: item =>
      responseStream([{ type: 'response.output_item.done', output_index: 0, item }], response([item])),
  },
  responseEvent: {
    call: RESPONSE_CALL,
    base: {},
    events: event => responseStream([event], response([TEXT_ITEM])),
  },
  message: {
    call: MESSAGE_CALL,
    base: claudeMessage([HELLO]),
    whole: value => value,
    events: message => [
      claudeEvent({ type: 'message_start', message: { ...message, content: [], stop_reason: null } }),
      ...claudeStream(HELLO, []).slice(1),
    ],
  },
  block: {
    call: MESSAGE_CALL,
    base: {},
    whole: block => claudeMessage([block]),
    events: block => claudeStream(block, []),
  },
  messageEvent: {
    call: MESSAGE_CALL,
    base: {},
    events: (event, { type, path }) => {
      const [, delta = ''] = /^\.delta\((\w+)\)/.exec(path) ?? []
      const [start = '', ...rest] = claudeStream(BLOCK_OF[delta] ?? { type: 'text', text: '' }, [])
      const added = claudeEvent({ index: 0, type: '', ...event })
      const at = type === '(message_delta)' ? 2 : 1
      return [start, ...rest.slice(0, at), added, ...rest.slice(at)]
    },
  },
}

/** What stands at the path: JSON where it must be, and the secret in it. */
function valueAt({ root, path }: StringRow, text: string): Json {
  if (/\.(?:arguments|partial_json)$/.test(path)) return JSON.stringify({ to: text })
  return root === 'block' && path === '.input' ? { to: text } : text
}

/** A value of the root with `text` at the path, and the strings that stand beside it. */
export function placeStrings(root: string, path: string, text: Json, beside: readonly StringRow[]): Json {
  let value = placeString(ROOTS[root]?.base as Json, path, text, true)
  for (const other of beside)
    if (other.type + other.path !== path)
      value = placeString(value, other.type + other.path, valueAt(other, 'x'), false)
  return value ?? null
}

/** The step of a provider with the secret at the path of the row; undefined where the root has no such form. */
export function stepOf(
  form: 'whole' | 'events',
  row: StringRow,
  beside: readonly StringRow[],
): Step | undefined {
  const root = ROOTS[row.root]
  if (root?.[form] === undefined) return undefined
  const value = placeStrings(row.root, row.type + row.path, valueAt(row, SECRET), beside) as object
  return form === 'whole'
    ? { status: 200, body: root.whole?.(value) }
    : { events: root.events?.(value, row) ?? [] }
}
