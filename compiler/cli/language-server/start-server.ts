// The language server on a pair of streams: the life of the connection, the open documents, and the features.
import { createConnection } from 'vscode-languageserver'
import {
  createProtocolConnection,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  PositionEncodingKind,
  ResponseError,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { asList, asObject } from '../../../schemas/values/json.ts'
import { VERSION } from '../../facts/version.ts'
import { FEATURES } from './features.ts'
import { createPublisher } from './findings.ts'
import { type EditorFacts, type Host, pathOfUri, reportBug } from './host.ts'
import { DOCUMENTS } from './protocol/apply-changes.ts'
import { createTransport } from './protocol/transport.ts'
import { createSessions, MAX_FOLDERS } from './sessions.ts'

export interface ServerPorts {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  /** Where clients that name no folder have their files. */
  readonly folder: string
  readonly now: () => number
  /** Ends the process. */
  readonly exit: (code: number) => void
  /** Calls back when the process that started the server has ended. */
  readonly whenEnded: (processId: number, onEnd: () => void) => void
}

/** Serves until the client ends the connection, which ends the process too: 0 after a shutdown, else 1. */
export function startServer({ input, output, folder, now, exit, whenEnded }: ServerPorts): void {
  const watchDog = {
    shutdownReceived: false,
    initialize: ({ processId }: InitializeParams): void => {
      if (typeof processId === 'number') whenEnded(processId, end)
    },
    exit,
  }
  const end = (): void => exit(watchDog.shutdownReceived ? 0 : 1)
  const { reader, writer } = createTransport(input, output, end)
  const connection = createConnection(logger => createProtocolConnection(reader, writer, logger), watchDog)
  const documents = new TextDocuments(DOCUMENTS)
  const openPaths = (): ReadonlyMap<string, TextDocument> =>
    new Map(documents.all().flatMap(document => [[pathOfUri(document.uri) ?? document.uri, document]]))
  const publish = createPublisher((uri, version, diagnostics) => {
    void connection.sendDiagnostics({ uri, diagnostics, ...(version !== undefined && { version }) })
  })
  const texts = new Map<string, TextDocument>()
  const sessions = createSessions({
    open: { openText: path => texts.get(path)?.getText(), openPaths: () => [...texts.keys()] },
    isTrusted: () => client?.isTrusted === true,
    now,
    onCompiled: (session, exists) => {
      const open = [...openPaths()].flatMap(([path, { uri, version }]) =>
        sessions.rootOf(path) === session.root ? [{ uri, version }] : [],
      )
      publish(session.root, exists ? session.diagnostics() : [], open)
    },
    onBug: error => void reportBug({ connection }, error),
    onTooLarge: folder =>
      connection.console.warn(
        `${folder} has more than ${MAX_FOLDERS} folders, so its projects are not searched for. Open the folder of a project, or a file of it.`,
      ),
  })
  let client: EditorFacts | undefined
  const host: Host = { connection, documents, sessions, client: () => client }
  let folders: readonly string[] = []

  connection.onInitialize((params): InitializeResult => {
    const facts = factsOf(params)
    client = facts
    folders = foldersOf(params, folder)
    return {
      serverInfo: { name: 'portolan', version: VERSION },
      capabilities: Object.assign(
        {
          positionEncoding: PositionEncodingKind.UTF16,
          textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
          workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        },
        ...FEATURES.map(({ capabilities }) =>
          typeof capabilities === 'function' ? capabilities(facts) : capabilities,
        ),
      ),
    }
  })
  connection.onInitialized(() => {
    if (client?.isTrusted !== true)
      connection.console.info(
        'Modules of custom checks are not run: the initialization option "trusted" is not true.',
      )
    for (const each of folders) sessions.addFolder(each)
    if (client?.changesFolders === true)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        for (const { uri } of removed) withPath(uri, sessions.removeFolder)
        for (const { uri } of added) withPath(uri, sessions.addFolder)
      })
  })
  connection.onDidChangeWatchedFiles(() => sessions.changeDisk())
  const change = ({ document }: { readonly document: TextDocument }): void =>
    withPath(document.uri, path => {
      texts.set(path, document)
      sessions.change(path)
    })
  documents.onDidChangeContent(change)
  documents.onDidClose(({ document }) =>
    withPath(document.uri, path => {
      // One file may be open by several addresses.
      const other = openPaths().get(path)
      if (other === undefined) texts.delete(path)
      else texts.set(path, other)
      sessions.change(path)
    }),
  )
  connection.onShutdown(() => sessions.close())
  // The library would repeat the name, whatever it is.
  connection.onRequest(() => new ResponseError(ErrorCodes.MethodNotFound, 'The server has no such method.'))
  for (const { register } of FEATURES) register(host)
  documents.listen(connection)
  connection.listen()
}

function withPath(uri: string, use: (path: string) => void): void {
  const path = pathOfUri(uri)
  if (path !== undefined) use(path)
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams, folder: string): readonly string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? [rootUri ?? []].flat()
  const paths = uris.flatMap(uri => pathOfUri(uri) ?? [])
  return paths.length > 0 || uris.length > 0 ? paths : [folder]
}

/** A client may announce anything. */
function factsOf({ capabilities, initializationOptions }: InitializeParams): EditorFacts {
  const { workspaceEdit, workspaceFolders } = asObject(asObject(capabilities)['workspace'])
  const { diagnostic, publishDiagnostics } = asObject(asObject(capabilities)['textDocument'])
  const { documentChanges, resourceOperations } = asObject(workspaceEdit)
  return {
    renamesFiles: documentChanges === true && asList(resourceOperations).includes('rename'),
    changesFolders: workspaceFolders === true,
    isTrusted: asObject(initializationOptions)['trusted'] === true,
    onlyPulls: diagnostic !== undefined && publishDiagnostics === undefined,
  }
}
