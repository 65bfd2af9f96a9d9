// Runs seeded sessions: every request has exactly one reply, the server is there until `exit` and ends with the code of the protocol, and
// after all edits it answers what one answers that got the final texts at once.
import { readFrames } from '../../../compiler/cli/language-server/protocol/read-frames.ts'
import { asList, asObject } from '../../../schemas/values/json.ts'
import { seeded } from '../../chaos/matrix.ts'
import { damaged } from '../damage.ts'
import { type Draw, drawBody, drawWith, frame, INITIALIZED, initialize, uriOf } from './draw-messages.ts'
import { createModel, expectReply, type Model, note } from './model.ts'
import { FILES } from './project.ts'
import {
  awaitReplies,
  collectPrinted,
  type Session,
  type StartSession,
  startSession,
  unsoundOutput,
} from './run-session.ts'

/** The bytes of a session. Some are damaged, so that lengths are wrong and messages are cut. */
export function drawSession(draw: Draw, root: string, messages: number, seed: number): Buffer {
  const early = Array.from({ length: Math.max(0, draw.below(4) - 1) }, (_, at) =>
    drawBody(draw, root, 1000 + at),
  )
  const bodies = Array.from({ length: messages }, (_, at) => drawBody(draw, root, at))
  const bytes = Buffer.concat([...early, initialize(root, 'first'), INITIALIZED, ...bodies].map(frame))
  const [changed = bytes] = draw.below(4) === 0 ? damaged([bytes], 1, seed, ['Content-Length: ', '9']) : []
  return Buffer.from(changed)
}

const cut = (draw: Draw, bytes: Buffer): Buffer[] => {
  const chunks: Buffer[] = []
  for (let at = 0, size = 0; at < bytes.length; at += size) {
    size = 1 + draw.below(draw.below(3) === 0 ? 20 : 20_000)
    chunks.push(bytes.subarray(at, at + size))
  }
  return chunks
}

const MARKER = '{"jsonrpc":"2.0","method":"$/marker"}'

/** Notes the bodies and faults in the bytes up to `exit`, and adds messages to the bytes until the last one is read as it was sent. */
function noteAll(
  model: Model,
  chunks: Buffer[],
): { readonly fault: string | undefined; readonly isReading: boolean } {
  let fault: string | undefined
  let isReading = false
  const feed = readFrames(
    body => {
      isReading = body.toString() === MARKER
      if (!model.hasExited) fault ??= note(model, body)
    },
    () => {
      if (!model.hasExited) expectReply(model, null)
    },
  )
  for (const chunk of chunks) feed(chunk)
  for (let more = 0; more < MAX_MARKERS && !isReading; more += 1) {
    chunks.push(frame(MARKER))
    feed(frame(MARKER))
  }
  return { fault, isReading }
}

/** A damaged length may be larger than all of them. */
const MAX_MARKERS = 100

const PROBE = 'probe '
const PROBED = ['textDocument/foldingRange', 'textDocument/formatting', 'textDocument/codeLens']

/** What a server answers about documents, and what it has published of all. */
async function describe(session: Session, uris: readonly string[], model: Model): Promise<string> {
  // One that is not open is answered after everything is compiled, too.
  for (const uri of [...uris, 'file:///nowhere/else.yaml'])
    for (const method of PROBED) {
      const id = `${PROBE}${method} ${uri}`
      expectReply(model, id)
      session.send({ id, method, params: { textDocument: { uri }, options: {} } })
    }
  const unanswered = await awaitReplies(session, model.replies)
  if (unanswered !== undefined) return unanswered
  const probes = session.received.filter(({ id }) => typeof id === 'string' && id.startsWith(PROBE))
  const published = new Map<string, unknown>()
  for (const { method, params } of session.received) {
    const { uri, diagnostics } = asObject(params)
    if (method === 'textDocument/publishDiagnostics') published.set(String(uri), diagnostics)
  }
  const findings = [...published].filter(([, found]) => asList(found).length > 0)
  const sorted = (values: readonly unknown[]): readonly string[] =>
    values.map(each => JSON.stringify(each)).sort()
  return JSON.stringify([sorted(probes.map(({ id, result }) => [id, result])), sorted(findings)])
}

const isOfProject = (root: string, uri: string): boolean =>
  Object.keys(FILES).some(name => uriOf(root, name) === uri)

/** The sentence where a server that got the final texts at once answers something else. */
async function compareWithFresh(session: Session, model: Model, root: string): Promise<string | undefined> {
  const fresh = startSession(root)
  const freshModel = createModel()
  fresh.write(frame(initialize(root, 'first')))
  expectReply(freshModel, 'first')
  fresh.write(frame(INITIALIZED))
  const open = [...model.texts].filter(([uri]) => isOfProject(root, uri))
  for (const [uri, text] of open) {
    const textDocument = { uri, languageId: 'yaml', version: 1, text }
    fresh.send({ method: 'textDocument/didOpen', params: { textDocument } })
  }
  const uris = open.map(([uri]) => uri)
  const edited = await describe(session, uris, model)
  const opened = await describe(fresh, uris, freshModel)
  fresh.send({ id: 'last', method: 'shutdown' })
  fresh.end()
  return edited === opened
    ? undefined
    : `After edits it says\n${edited}\nand with the texts at once\n${opened}`
}

/** Ends the session. */
async function finish(session: Session, model: Model): Promise<string | undefined> {
  if (!model.hasExited) {
    if (session.exitCode() !== undefined) return 'The server has ended before "exit".'
    expectReply(model, 'end')
    session.send({ id: 'end', method: 'shutdown' })
    const unanswered = await awaitReplies(session, model.replies)
    if (unanswered !== undefined) return unanswered
    model.phase = 'down'
    session.send({ method: 'exit' })
  }
  session.end()
  return await exitsWith(session, model)
}

async function exitsWith(session: Session, { phase }: Model): Promise<string | undefined> {
  const code = phase === 'down' ? 0 : 1
  return (await session.exited()) === code ? unsoundOutput(session) : `It did not end with ${code}.`
}

interface Run {
  readonly root: string
  readonly seed: number
  readonly messages: number
  readonly compares: boolean
  readonly start: StartSession
}

async function runOne({ root, seed, messages, compares, start }: Run): Promise<string | undefined> {
  const draw = drawWith(seeded(seed))
  const chunks = cut(draw, drawSession(draw, root, messages, seed))
  const model = createModel()
  const { fault, isReading } = noteAll(model, chunks)
  if (fault !== undefined) return fault
  const session = start(root)
  for (const chunk of chunks) session.write(chunk)
  if (model.hasExited) return await finish(session, model)
  const unanswered = await awaitReplies(session, model.replies)
  if (unanswered !== undefined) return unanswered
  if (!isReading) {
    session.end()
    return await exitsWith(session, model)
  }
  const compared =
    compares && model.phase === 'running' ? await compareWithFresh(session, model, root) : undefined
  return compared ?? (await finish(session, model))
}

export interface EditorFinding {
  readonly seed: number
  readonly what: string
}

/** So many sessions of so many messages, until the first finding. */
export async function fuzzEditor(
  root: string,
  sessions: number,
  messages: number,
  seed: number,
  start: StartSession = startSession,
): Promise<{ readonly messages: number; readonly findings: readonly EditorFinding[] }> {
  for (let at = 0; at < sessions; at += 1) {
    const compares = start === startSession && at % 4 === 0
    const run = { root, seed: seed + at, messages, compares, start }
    const { result, printed } = await collectPrinted(() => runOne(run))
    const what = result ?? (printed[0] === undefined ? undefined : `It printed: ${printed[0]}`)
    if (what !== undefined) return { messages: at * messages, findings: [{ seed: seed + at, what }] }
  }
  return { messages: sessions * messages, findings: [] }
}
