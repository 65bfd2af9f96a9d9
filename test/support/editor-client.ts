// An editor without a screen: the client half of the protocol library that VS Code is built on, with `portolan lsp` as a process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createProtocolConnection,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'
import { PORTOLAN } from './command.ts'
import { ROOT } from './folder.ts'

export interface EditorClient {
  readonly connection: ProtocolConnection
  readonly process: ChildProcess
  readonly initialized: InitializeResult
  readonly uriOf: (name: string) => string
  /** Opens a file, with this text instead of its own; resolves to the first findings of this version. */
  readonly open: (name: string, text?: string) => Promise<readonly Diagnostic[]>
  /** Replaces a part of the text, the whole by default; resolves to the findings of the new version. */
  readonly edit: (
    name: string,
    text: string,
    from?: Position,
    to?: Position,
  ) => Promise<readonly Diagnostic[]>
  readonly close: (name: string) => Promise<void>
  /** Resolves when published findings of a file hold. */
  readonly findings: (
    name: string,
    holds: (found: readonly Diagnostic[]) => boolean,
  ) => Promise<readonly Diagnostic[]>
  /** Shuts the server down; its exit code. */
  readonly stop: () => Promise<number | null>
}

type Listener = (params: PublishDiagnosticsParams) => void

/** Starts the server for a folder. */
export async function startEditorClient(
  folder: string,
  capabilities: object = {},
  command: readonly string[] = [process.execPath, PORTOLAN, 'lsp'],
): Promise<EditorClient> {
  const [program = '', ...words] = command
  const server = spawn(program, words, { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  )
  const listeners = new Set<Listener>()
  const last = new Map<string, PublishDiagnosticsParams>()
  const versions = new Map<string, number>()
  connection.onNotification(PublishDiagnosticsNotification.type, params => {
    last.set(params.uri, params)
    for (const listener of listeners) listener(params)
  })
  connection.listen()
  const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href
  const initialized = await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'project' }],
    capabilities: {
      workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['rename'] } },
      ...capabilities,
    },
  })
  await connection.sendNotification(InitializedNotification.type, {})
  const published = (
    uri: string,
    holds: (params: PublishDiagnosticsParams) => boolean,
  ): Promise<readonly Diagnostic[]> =>
    new Promise(resolve => {
      const known = last.get(uri)
      if (known !== undefined && holds(known)) {
        resolve(known.diagnostics)
        return
      }
      const listener: Listener = params => {
        if (params.uri !== uri || !holds(params)) return
        listeners.delete(listener)
        resolve(params.diagnostics)
      }
      listeners.add(listener)
    })
  const next = (uri: string): number => {
    const version = (versions.get(uri) ?? 0) + 1
    versions.set(uri, version)
    return version
  }
  return {
    connection,
    process: server,
    initialized,
    uriOf,
    open: async (name, text = readFileSync(join(folder, name), 'utf8')) => {
      const uri = uriOf(name)
      const version = next(uri)
      await connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId: 'yaml', version, text },
      })
      return await published(uri, params => params.version === version)
    },
    edit: async (name, text, from, to) => {
      const uri = uriOf(name)
      const version = next(uri)
      const range = from && { start: from, end: to ?? from }
      await connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [range === undefined ? { text } : { range, text }],
      })
      return await published(uri, params => params.version === version)
    },
    close: async name =>
      await connection.sendNotification(DidCloseTextDocumentNotification.type, {
        textDocument: { uri: uriOf(name) },
      }),
    findings: (name, holds) => published(uriOf(name), params => holds(params.diagnostics)),
    stop: async () => {
      const exit = once(server, 'exit')
      await connection.sendRequest(ShutdownRequest.type)
      await connection.sendNotification(ExitNotification.type)
      const [code] = await exit
      connection.dispose()
      return code as number | null
    },
  }
}
