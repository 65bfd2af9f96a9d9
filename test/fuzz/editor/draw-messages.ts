// Seeded sequences of messages: an editing session with wild positions and texts, and messages that no client should send.
import { CANARY } from '../source-targets.ts'
import { FILES } from './project.ts'
import type { Change, Place } from './text-model.ts'

export type Random = () => number

/** Choices of one sequence. */
export interface Draw {
  readonly below: (limit: number) => number
  readonly pick: <Item>(items: readonly Item[]) => Item
}

export function drawWith(random: Random): Draw {
  const below = (limit: number): number => Math.floor(random() * limit)
  return { below, pick: items => items[below(items.length)] as (typeof items)[number] }
}

const NAMES = Object.keys(FILES)

const FEATURES = [
  'textDocument/hover',
  'textDocument/completion',
  'textDocument/definition',
  'textDocument/references',
  'textDocument/prepareRename',
  'textDocument/rename',
  'textDocument/codeAction',
  'textDocument/codeLens',
  'textDocument/foldingRange',
  'textDocument/formatting',
] as const

const UNKNOWN = [
  'a/b',
  '',
  '__proto__',
  'constructor',
  'textDocument/unknown',
  '$/unknown',
  'workspace/executeCommand',
  'completionItem/resolve',
  'textDocument/willSaveWaitUntil',
  'rpc.discover',
]

const WILD: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e300,
  9_007_199_254_740_992,
  2_147_483_648,
  '',
  'x',
  '__proto__',
  CANARY,
  '\ud83d',
  [],
  [null],
  {},
  { __proto__: 1 },
  'long '.repeat(2000),
]

const URIS = [
  'http://a.example/b.yaml',
  'file:',
  'file://',
  'file:///',
  'file:///%',
  'file:///%00',
  'file:///%E0%A4%A',
  'file:///nowhere/else.yaml',
  'file://host/share.yaml',
  'untitled:one',
  'C:\\a.yaml',
  '',
  `file:///${'a'.repeat(5000)}`,
  'file:///dev/null',
]

const TEXTS = [
  '',
  '\n',
  '\r',
  '\r\n',
  '\n\r\n\r',
  'a: 1\n',
  '  - ',
  '{',
  '}',
  '"',
  '💥',
  '\ud83d',
  '\udca5',
  '\u2028',
  '\ufeff',
  '\0',
  '&a *a',
  '@main',
  `api_key: ${CANARY}\n`,
  'x'.repeat(300),
  '[{'.repeat(300),
]

const BODIES = [
  '',
  '{',
  'null',
  'true',
  '1',
  '""',
  '[]',
  '[1]',
  `{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"a":"${CANARY}"`,
  `[{"jsonrpc":"2.0","id":"b1","method":"shutdown"},{"jsonrpc":"2.0","method":"exit"}]`,
  '['.repeat(20_000),
  '{"a":'.repeat(20_000),
  '{"id":1e999,"method":"shutdown"}',
  '{"id":null,"method":"shutdown"}',
  '{"id":{},"method":"textDocument/hover"}',
  '{"id":"r","result":null}',
  '{"id":7,"error":null}',
  '{"id":7,"error":{"code":"x"}}',
  '{"method":5}',
  '{"id":"m"}',
  '{"method":"textDocument/hover","method":null,"id":"d"}',
  '\ufeff{"id":"bom","method":"shutdown"}',
]

export const uriOf = (root: string, name: string): string => `file://${root}/${name}`

const SIZES = [0, 1, 2, 3, 5, 9, 40, 1000, 2_147_483_647]

/** Mostly inside of a text, also beyond its ends. */
const drawPlace = ({ pick, below }: Draw): Place => ({
  line: below(3) > 0 ? below(8) : pick(SIZES),
  character: below(3) > 0 ? below(60) : pick(SIZES),
})

const drawRange = (draw: Draw): { readonly start: Place; readonly end: Place } => ({
  start: drawPlace(draw),
  end: drawPlace(draw),
})

const drawChange = (draw: Draw): Change => {
  const text = draw.pick(TEXTS)
  if (draw.below(8) === 0) return { text: FILES[draw.pick(NAMES)] ?? '' }
  return { range: drawRange(draw), text }
}

/** A value of which one part is something else, or is missing. */
function damage(draw: Draw, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || draw.below(4) === 0) return draw.pick(WILD)
  const keys = Object.keys(value)
  const key = draw.pick(keys)
  if (key === undefined) return draw.pick(WILD)
  const copy: Record<string, unknown> = { ...(value as Record<string, unknown>) }
  if (draw.below(5) === 0) delete copy[key]
  else copy[key] = damage(draw, copy[key])
  return Array.isArray(value) ? Object.values(copy) : copy
}

export interface DrawnMessage {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
}

function drawNotification(draw: Draw, root: string, version: number): DrawnMessage {
  const uri = draw.below(8) > 0 ? uriOf(root, draw.pick(NAMES)) : draw.pick(URIS)
  const kind = draw.below(12)
  if (kind < 3) {
    const text = draw.below(2) === 0 ? draw.pick(TEXTS) : (FILES[draw.pick(NAMES)] ?? '')
    const textDocument = { uri, languageId: 'yaml', version, text }
    return { method: 'textDocument/didOpen', params: { textDocument } }
  }
  if (kind < 8) {
    const contentChanges = Array.from({ length: draw.below(4) }, () => drawChange(draw))
    return { method: 'textDocument/didChange', params: { textDocument: { uri, version }, contentChanges } }
  }
  const textDocument = { uri }
  return draw.pick<DrawnMessage>([
    { method: 'textDocument/didClose', params: { textDocument } },
    { method: 'textDocument/didSave', params: { textDocument } },
    { method: 'workspace/didChangeWatchedFiles', params: { changes: [{ uri, type: 1 }] } },
    { method: 'workspace/didChangeWorkspaceFolders', params: { event: { added: [{ uri }], removed: [] } } },
    { method: '$/setTrace', params: { value: draw.pick(['off', 'verbose', 'x']) } },
    { method: '$/cancelRequest', params: { id: draw.below(40) } },
    { method: '$/progress', params: { token: 1, value: {} } },
    { method: 'window/workDoneProgress/cancel', params: { token: 1 } },
    { method: 'initialized', params: {} },
    { method: draw.pick(UNKNOWN), params: {} },
  ])
}

function drawRequest(draw: Draw, root: string, id: number): DrawnMessage {
  const uri = draw.below(8) > 0 ? uriOf(root, draw.pick(NAMES)) : draw.pick(URIS)
  const method = draw.below(10) > 0 ? draw.pick(FEATURES) : draw.pick([...UNKNOWN, 'initialize'])
  const params = {
    textDocument: { uri },
    position: drawPlace(draw),
    range: drawRange(draw),
    context: { includeDeclaration: true, diagnostics: [] },
    newName: draw.pick(['fresh', '', 'a b', CANARY, '__proto__', 'first']),
    options: { tabSize: 2, insertSpaces: true },
    capabilities: {},
  }
  const written = draw.below(12)
  return { id: written === 0 ? String(id) : written === 1 ? draw.below(id + 1) : id, method, params }
}

/** The body of a message, as text or bytes that are no UTF-8. */
export function drawBody(draw: Draw, root: string, id: number): string | Buffer {
  const kind = draw.below(20)
  if (kind === 0) return draw.pick(BODIES)
  if (kind === 1) return Buffer.from(Array.from({ length: draw.below(20) }, () => draw.below(256)))
  const message = kind < 9 ? drawNotification(draw, root, id - draw.below(5)) : drawRequest(draw, root, id)
  const whole = { jsonrpc: '2.0', ...message }
  return JSON.stringify(draw.below(6) === 0 ? damage(draw, whole) : whole)
}

export const initialize = (root: string, id: number | string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'initialize',
    params: {
      processId: null,
      rootUri: `file://${root}`,
      capabilities: {
        workspace: {
          workspaceEdit: { documentChanges: true, resourceOperations: ['rename'] },
          workspaceFolders: true,
        },
      },
    },
  })

export const INITIALIZED = '{"jsonrpc":"2.0","method":"initialized","params":{}}'

export const frame = (body: string | Buffer): Buffer => {
  const bytes = Buffer.from(body)
  return Buffer.concat([Buffer.from(`Content-Length: ${bytes.length}\r\n\r\n`), bytes])
}
