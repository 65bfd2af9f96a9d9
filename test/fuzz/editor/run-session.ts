// The language server in this process, for a client that sends anything, and what it must not write.
import { spawn } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { readFrames } from '../../../compiler/cli/language-server/protocol/read-frames.ts'
import { startServer } from '../../../compiler/cli/language-server/start-server.ts'
import { PORTOLAN } from '../../support/command.ts'
import { until } from '../../support/until.ts'
import { CANARY } from '../source-targets.ts'
import { frame } from './draw-messages.ts'

export interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

export interface Session {
  readonly write: (bytes: Uint8Array) => void
  readonly send: (message: Message) => void
  readonly end: () => void
  readonly received: readonly Message[]
  readonly exitCode: () => number | undefined
  /** The exit code, when it has ended. */
  readonly exited: () => Promise<number | undefined>
}

export type StartSession = (folder: string) => Session

/** Starts a server for a folder in this process. */
export function startSession(folder: string): Session {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const received: Message[] = []
  let code: number | undefined
  const feed = readFrames(
    body => received.push(JSON.parse(body.toString()) as Message),
    sentence => received.push({ id: 'not framed', error: sentence }),
  )
  output.on('data', feed)
  startServer({
    input,
    output,
    folder,
    now: () => 0,
    exit: exit => {
      code ??= exit
    },
    whenEnded: () => {},
  })
  return sessionOf(
    bytes => void input.write(bytes),
    () => void input.end(),
    received,
    () => code,
  )
}

/** Starts `portolan lsp` in a folder. What it prints is a message, too. */
export function startProcess(folder: string): Session {
  const server = spawn(process.execPath, [PORTOLAN, 'lsp'], { cwd: folder })
  const received: Message[] = []
  let code: number | undefined
  const feed = readFrames(
    body => received.push(JSON.parse(body.toString()) as Message),
    sentence => received.push({ id: 'not framed', error: sentence }),
  )
  server.stdout.on('data', feed)
  server.stderr.on('data', (bytes: Buffer) => received.push({ id: 'printed', error: bytes.toString() }))
  server.stdin.on('error', () => {})
  server.on('close', exit => {
    code = exit ?? Number.NaN
  })
  return sessionOf(
    bytes => void server.stdin.write(bytes),
    () => void server.stdin.end(),
    received,
    () => code,
  )
}

function sessionOf(
  write: Session['write'],
  end: () => void,
  received: readonly Message[],
  exitCode: () => number | undefined,
): Session {
  return {
    write,
    send: message => write(frame(JSON.stringify({ jsonrpc: '2.0', ...message }))),
    end,
    received,
    exitCode,
    exited: async () => {
      await until(() => exitCode() !== undefined)
      return exitCode()
    },
  }
}

const TRACE = /\n\s+at .*:\d+:\d+|has a bug|Cannot read propert|is not a function|is not iterable/

/** What repeats a value of the client, whatever it is: an id, the text of an edit, the address of a document. */
const REPEATED = ['id', 'newText', 'placeholder', 'changes', 'uri', 'newUri']

const withoutRepeated = (message: Message): string =>
  JSON.stringify(message, (name, value) => (REPEATED.includes(name) ? undefined : value))

/** The sentence about output that no client should get. */
export function unsoundOutput({ received }: Session): string | undefined {
  for (const message of received) {
    const text = withoutRepeated(message)
    if (text.includes(CANARY)) return `A message shows the secret: ${text.slice(0, 500)}`
    if (TRACE.test(text)) return `A message has a trace: ${text.slice(0, 1500)}`
  }
  return undefined
}

function differingReplies(
  received: readonly Message[],
  expected: ReadonlyMap<string, number>,
): string | undefined {
  const counts = new Map<string, number>()
  for (const { id, method } of received) {
    if (method !== undefined || id === undefined) continue
    const key = JSON.stringify(id)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const [id, count] of expected) {
    const found = counts.get(id) ?? 0
    if (found !== count) return `${count} requests with the id ${id} have ${found} replies.`
  }
  const extra = [...counts.keys()].find(id => !expected.has(id))
  return extra === undefined ? undefined : `A reply has the id ${extra} of no request.`
}

/** Resolves when each request has its reply; else to the sentence about one that has none. */
export async function awaitReplies(
  { received }: Session,
  expected: ReadonlyMap<string, number>,
): Promise<string | undefined> {
  try {
    await until(() => differingReplies(received, expected) === undefined)
    return undefined
  } catch {
    return differingReplies(received, expected)
  }
}

/** Runs a session, and collects what libraries print where a callback throws. */
export async function collectPrinted<Result>(
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly printed: readonly string[] }> {
  const printed: string[] = []
  const print = console.error
  console.error = (...parts: unknown[]) =>
    void printed.push(parts.map(part => (part instanceof Error ? part.stack : String(part))).join(' '))
  try {
    return { result: await run(), printed }
  } finally {
    console.error = print
  }
}
