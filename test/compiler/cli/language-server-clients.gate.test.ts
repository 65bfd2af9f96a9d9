// The language server as a process, with clients that misbehave.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { PORTOLAN } from '../../support/command.ts'
import { makeFolder } from '../../support/temporary-folder.ts'

const message = (content: object): string => {
  const body = JSON.stringify({ jsonrpc: '2.0', ...content })
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
const INITIALIZE = message({
  id: 1,
  method: 'initialize',
  params: { processId: null, rootUri: null, capabilities: {} },
})
const START = { line: 0, character: 0 }
const END = message({ id: 9, method: 'shutdown' }) + message({ method: 'exit' })

/** What a client writes, the answers that it gets, and the exit code. The last ends the input. */
const CLIENTS: readonly (readonly [title: string, written: string, replies: RegExp, code: number])[] = [
  [
    'an unknown method',
    INITIALIZE + message({ id: 2, method: 'a/b' }) + END,
    /"id":2,"error":{"code":-32601/,
    0,
  ],
  [
    'a request without its parameters',
    INITIALIZE + message({ id: 2, method: 'textDocument/codeAction', params: {} }) + END,
    /"id":2,"error":{"code":-32602/,
    0,
  ],
  ['text that is no JSON', `Content-Length: 5\r\n\r\n{{{{{${INITIALIZE}${END}`, /"id":1,"result"/, 0],
  ['a message that is null', `${INITIALIZE}Content-Length: 4\r\n\r\nnull${END}`, /"id":9,"result":null/, 0],
  [
    'a request before the first one',
    message({
      id: 2,
      method: 'textDocument/codeAction',
      params: { textDocument: { uri: 'file:///a' }, range: { start: START, end: START } },
    }) + END,
    /"id":2,"error":{"code":-32002/,
    0,
  ],
  [
    'a batch, and a request with an id in use',
    `${INITIALIZE}Content-Length: 2\r\n\r\n[]${message({ id: 1, method: 'shutdown' })}${END}`,
    /"id":null,"error":{"code":-32600[\s\S]*"id":1,"error":{"code":-32600/,
    0,
  ],
  ['a request, and closes its output', INITIALIZE, /"id":1,"result"/, 1],
  ['half a message', `${INITIALIZE}Content-Length: 900\r\n\r\n{`, /"id":1,"result"/, 1],
  ['an exit without shutdown', INITIALIZE + message({ method: 'exit' }), /^/, 1],
  ['no message at all', '', /^$/, 1],
]

describe.concurrent('a client that misbehaves', () => {
  const folder = makeFolder({ 'gateway.yaml': 'providers: { mock: { provider: mock } }\n' })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(CLIENTS)('sends %s', async (_title, written, replies, code) => {
    const server = spawn(process.execPath, [PORTOLAN, 'lsp'], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const exit = once(server, 'exit')
    const output = text(server.stdout)
    if (code === 0) server.stdin.write(written)
    else server.stdin.end(written)
    expect(await output).toMatch(replies)
    expect(await exit).toEqual([code, null])
  })
})
