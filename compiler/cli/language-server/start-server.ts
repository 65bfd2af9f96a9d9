// The language server on a pair of streams: the life of the connection, the open documents, and the features.
import {
  createConnection,
  type InitializeParams,
  type InitializeResult,
  PositionEncodingKind,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { VERSION } from '../../version.ts'
import { FEATURES } from './features.ts'
import { createPublisher } from './findings.ts'
import { type EditorFacts, type Host, pathOfUri, reportBug } from './host.ts'
import { createSessions } from './sessions.ts'

export interface ServerPorts {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  /** Where clients that name no folder have their files. */
  readonly folder: string
  readonly now: () => number
}

/** Serves until the client ends the connection, which ends the process too: 0 after a shutdown, else 1. */
export function startServer({ input, output, folder, now }: ServerPorts): void {
  const connection = createConnection(input, output)
  const documents = new TextDocuments(TextDocument)
  const openPaths = (): ReadonlyMap<string, TextDocument> =>
    new Map(documents.all().flatMap(document => [[pathOfUri(document.uri) ?? document.uri, document]]))
  const publish = createPublisher((uri, version, diagnostics) => {
    void connection.sendDiagnostics({ uri, diagnostics, ...(version !== undefined && { version }) })
  })
  const texts = new Map<string, TextDocument>()
  const sessions = createSessions({
    openText: path => texts.get(path)?.getText(),
    now,
    onCompiled: (session, exists) => {
      const open = [...openPaths()].flatMap(([path, { uri, version }]) =>
        sessions.rootOf(path) === session.root ? [{ uri, version }] : [],
      )
      publish(session.root, exists ? session.diagnostics() : [], open)
    },
    onBug: error => void reportBug({ connection }, error),
  })
  let client: EditorFacts | undefined
  const host: Host = { connection, documents, sessions, client: () => client }
  let folders: readonly string[] = []

  connection.onInitialize((params): InitializeResult => {
    client = factsOf(params)
    folders = foldersOf(params, folder)
    return {
      serverInfo: { name: 'portolan', version: VERSION },
      capabilities: Object.assign(
        {
          positionEncoding: PositionEncodingKind.UTF16,
          textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
          workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        },
        ...FEATURES.map(({ capabilities }) => capabilities),
      ),
    }
  })
  connection.onInitialized(() => {
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
      texts.delete(path)
      sessions.change(path)
    }),
  )
  connection.onShutdown(() => sessions.close())
  for (const { register } of FEATURES) register(host)
  documents.listen(connection)
  connection.listen()
}

function withPath(uri: string, use: (path: string) => void): void {
  const path = pathOfUri(uri)
  if (path !== undefined) use(path)
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams, folder: string): readonly string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri === null ? [] : [rootUri])
  const paths = uris.flatMap(uri => pathOfUri(uri) ?? [])
  return paths.length > 0 || uris.length > 0 ? paths : [folder]
}

function factsOf({ capabilities }: InitializeParams): EditorFacts {
  const { workspaceEdit = {}, workspaceFolders = false } = capabilities.workspace ?? {}
  const { documentChanges, resourceOperations = [] } = workspaceEdit
  return {
    renamesFiles: documentChanges === true && resourceOperations.includes('rename'),
    changesFolders: workspaceFolders,
  }
}
