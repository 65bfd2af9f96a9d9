// The language server as a process, with the client library of VS Code: an editing session, and clients that misbehave.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CodeActionRequest } from 'vscode-languageserver-protocol/node'
import { PORTOLAN } from '../../support/command.ts'
import { type EditorClient, startEditorClient } from '../../support/editor-client.ts'
import { makeFolder } from '../../support/temporary-folder.ts'

const FILES = {
  'gateway.yaml': 'providers:\n  main: { provider: openai, api_key: "${env:K}" }\n',
  'configs/chat.yaml': 'provider: "@main"\nretry: { attempts: 2 }\n',
  'configs/other.yaml': 'provider: "@main"\n',
}

const codesOf = (found: readonly { readonly code?: unknown }[]): readonly unknown[] =>
  found.map(({ code }) => code)

describe('an editing session', () => {
  const folder = makeFolder(FILES)
  let editor: EditorClient
  beforeAll(async () => {
    editor = await startEditorClient(folder)
  }, 60_000)
  afterAll(() => {
    editor.process.kill()
    rmSync(folder, { recursive: true })
  })

  it('negotiates UTF-16, which every client has', () => {
    expect(editor.initialized).toMatchObject({
      serverInfo: { name: 'portolan' },
      capabilities: { positionEncoding: 'utf-16', textDocumentSync: { openClose: true, change: 2 } },
    })
  })

  it('finds a mistake while it is typed, and that it is gone', async () => {
    expect(await editor.open('configs/chat.yaml')).toEqual([])
    const [found] = await editor.edit('configs/chat.yaml', 'attemps', at(1, 9), at(1, 17))
    expect(found).toMatchObject({
      code: 'unknown-property',
      severity: 1,
      source: 'portolan',
      range: { start: at(1, 9), end: at(1, 16) },
    })
    expect(await editor.edit('configs/chat.yaml', 'attempts', at(1, 9), at(1, 16))).toEqual([])
  })

  it('publishes findings in files that are not open, and clears them', async () => {
    await editor.open('gateway.yaml')
    await editor.edit('gateway.yaml', 'mian', at(1, 2), at(1, 6))
    const found = await editor.findings('configs/other.yaml', each => each.length > 0)
    expect(codesOf(found)).toEqual(['unknown-slug'])
    await editor.edit('gateway.yaml', 'main', at(1, 2), at(1, 6))
    expect(await editor.findings('configs/other.yaml', each => each.length === 0)).toEqual([])
  })

  it('reads files that another program writes', async () => {
    writeFileSync(join(folder, 'configs/third.yaml'), 'provider: "@nobody"\n')
    const found = await editor.findings('configs/third.yaml', each => each.length > 0)
    expect(codesOf(found)).toEqual(['unknown-slug'])
  })

  it('offers the fix of a finding', async () => {
    const [found] = await editor.edit('configs/chat.yaml', 'provider: "@mian"\n')
    const actions = await editor.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: editor.uriOf('configs/chat.yaml') },
      range: found?.range ?? expect.fail(),
      context: { diagnostics: [] },
    })
    expect(actions).toMatchObject([
      {
        title: 'Write "@main"',
        kind: 'quickfix',
        edit: { changes: { [editor.uriOf('configs/chat.yaml')]: [{ newText: '"@main"' }] } },
      },
    ])
  })

  it('counts columns of characters beyond the basic plane in UTF-16', async () => {
    const line = '{ strategy: { mode: single }, targets: [{ name: "😀", provider: "@mian" }] }'
    const [found] = await editor.edit('configs/chat.yaml', line)
    const start = line.indexOf('"@mian')
    expect(found?.range).toEqual({ start: at(0, start), end: at(0, start + 7) })
  })

  it('takes back the text of the disk when a document is closed', async () => {
    await editor.close('configs/chat.yaml')
    expect(await editor.findings('configs/chat.yaml', each => each.length === 0)).toEqual([])
  })

  it('ends with 0 after a shutdown', async () => {
    expect(await editor.stop()).toBe(0)
  })
})

const at = (line: number, character: number): { line: number; character: number } => ({ line, character })

const message = (content: object): string => {
  const body = JSON.stringify({ jsonrpc: '2.0', ...content })
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
const INITIALIZE = message({
  id: 1,
  method: 'initialize',
  params: { processId: null, rootUri: null, capabilities: {} },
})
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
      params: { textDocument: { uri: 'file:///a' }, range: { start: at(0, 0), end: at(0, 0) } },
    }) + END,
    /"id":2,"error":{"code":-32002/,
    0,
  ],
  ['an exit without shutdown', INITIALIZE + message({ method: 'exit' }), /^/, 1],
  ['no message at all', '', /^$/, 1],
]

describe.concurrent('a client that misbehaves', () => {
  const folder = makeFolder(FILES)
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
