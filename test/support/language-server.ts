// An editor: the client of a language server on standard input and output, as far as the tests need one.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ROOT } from './folder.ts'

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
}

export interface Problem {
  readonly message: string
  readonly range: { readonly start: { readonly line: number; readonly character: number } }
}

export interface Editor {
  /** Opens a file, with this text in place of its own; resolves to the problems that the editor underlines. */
  readonly open: (path: string, text?: string) => Promise<readonly Problem[]>
  readonly hover: (path: string, line: number, character: number) => Promise<string>
  /** The words that are offered. */
  readonly complete: (path: string, line: number, character: number) => Promise<readonly string[]>
  readonly close: () => void
}

/** Starts the YAML language server, without network. */
export async function startEditor(): Promise<Editor> {
  const server = spawn(
    process.execPath,
    [`${ROOT}node_modules/yaml-language-server/bin/yaml-language-server`, '--stdio'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const waiting = new Map<number, (result: unknown) => void>()
  const problems = new Map<string, (found: readonly Problem[]) => void>()
  let last = 0
  let received = Buffer.alloc(0)
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  const ask = <Result>(method: string, params: object): Promise<Result> =>
    new Promise(resolve => {
      last += 1
      waiting.set(last, result => resolve(result as Result))
      send({ id: last, method, params })
    })
  const take = ({ id, method, params, result }: Message): void => {
    if (method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = params as {
        readonly uri: string
        readonly diagnostics: readonly Problem[]
      }
      problems.get(uri)?.(diagnostics)
    } else if (method !== undefined && id !== undefined)
      send({ id, result: method === 'workspace/configuration' ? [{}, {}, {}, {}, {}] : null })
    else if (id !== undefined) waiting.get(id)?.(result)
  }
  server.stdout.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes])
    for (;;) {
      const head = received.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = Number(/content-length: (\d+)/i.exec(received.toString('latin1', 0, head))?.[1])
      if (received.length < head + 4 + length) return
      take(JSON.parse(received.toString('utf8', head + 4, head + 4 + length)) as Message)
      received = received.subarray(head + 4 + length)
    }
  })
  const capabilities = {
    textDocument: { hover: { contentFormat: ['plaintext'] }, completion: {}, publishDiagnostics: {} },
    workspace: { configuration: true },
  }
  await ask('initialize', { processId: process.pid, rootUri: null, capabilities })
  send({ method: 'initialized', params: {} })
  const settings = { yaml: { schemaStore: { enable: false }, completion: true, hover: true, validate: true } }
  send({ method: 'workspace/didChangeConfiguration', params: { settings } })
  const uriOf = (path: string): string => pathToFileURL(path).href
  const at = (path: string, line: number, character: number): object => ({
    textDocument: { uri: uriOf(path) },
    position: { line, character },
  })
  return {
    open: (path, text = readFileSync(path, 'utf8')) =>
      new Promise(resolve => {
        problems.set(uriOf(path), resolve)
        const textDocument = { uri: uriOf(path), languageId: 'yaml', version: 1, text }
        send({ method: 'textDocument/didOpen', params: { textDocument } })
      }),
    hover: async (path, line, character) => {
      const found = await ask<{ readonly contents: { readonly value: string } } | null>(
        'textDocument/hover',
        at(path, line, character),
      )
      return found?.contents.value ?? ''
    },
    complete: async (path, line, character) => {
      const found = await ask<{ readonly items: readonly { readonly label: string }[] }>(
        'textDocument/completion',
        at(path, line, character),
      )
      return found.items.map(({ label }) => label)
    },
    close: () => void server.kill(),
  }
}
