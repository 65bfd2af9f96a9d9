// What a feature of the language server gets: the connection, the open documents, and the project of a document after all
// changes were compiled.
import { randomBytes } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type CancellationToken,
  type Connection,
  ErrorCodes,
  LSPErrorCodes,
  type Range,
  ResponseError,
  type ServerCapabilities,
  type TextDocuments,
} from 'vscode-languageserver/node'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { asObject } from '../../../schemas/values/json.ts'
import type { ProjectFile, ProjectView } from '../../language-server/project-view.ts'
import type { SourceSpan } from '../../source.ts'
import type { ProjectSession } from './project-session.ts'
import { isPosition, isRange } from './protocol/expected-params.ts'
import { createRanges, uriOfName } from './protocol-values.ts'
import type { Sessions } from './sessions.ts'

/** What the client can do. */
export interface EditorFacts {
  /** Whether an edit of the workspace may rename files. */
  readonly renamesFiles: boolean
  /** Whether its folders may change. */
  readonly changesFolders: boolean
  /** Whether the code of its folders may be run. */
  readonly isTrusted: boolean
  /** Whether it asks for findings, and takes none that are published. */
  readonly onlyPulls: boolean
}

export interface Host {
  readonly connection: Connection
  readonly documents: TextDocuments<TextDocument>
  readonly sessions: Sessions
  /** Undefined before the client has introduced itself. */
  readonly client: () => EditorFacts | undefined
}

/** A feature: what the server announces of it, and the handlers. `features.ts` lists all. */
export interface Feature {
  readonly capabilities: ServerCapabilities | ((client: EditorFacts) => ServerCapabilities)
  readonly register: (host: Host) => void
}

/** An open document with its project. */
export interface OpenFile {
  readonly session: ProjectSession
  readonly project: ProjectView
  readonly file: ProjectFile
  readonly document: TextDocument
}

/** The path of a document; undefined for one that is not a file. */
export function pathOfUri(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined
  } catch {
    return undefined
  }
}

/** Undefined for a document that is not open, or no file of a project. */
export async function openFile({ documents, sessions }: Host, uri: string): Promise<OpenFile | undefined> {
  const path = pathOfUri(uri)
  const session = path === undefined ? undefined : sessions.sessionOf(path)
  if (path === undefined || session === undefined) return undefined
  await sessions.settled(session)
  const project = session.view()
  const file = project?.files.get(relative(session.root, path))
  const document = documents.get(uri)
  return project && file && document && { session, project, file, document }
}

/**
 * The answer to a request: that of the handler, or an error. A mistake of ours is answered too, with an identifier that is in
 * the log beside its trace.
 */
export async function answer<Result>(
  host: Host,
  { params, needs, token }: EditorRequest,
  handle: (open: OpenFile) => Result | ResponseError,
): Promise<Result | ResponseError | null> {
  try {
    const missing = missingIn(params, needs)
    if (missing !== undefined)
      return new ResponseError(ErrorCodes.InvalidParams, `The request has no valid "${missing}".`)
    const open = await openFile(host, (params as { textDocument: { uri: string } }).textDocument.uri)
    if (open === undefined) return null
    const result = handle(open)
    return token.isCancellationRequested
      ? new ResponseError(LSPErrorCodes.RequestCancelled, 'The request was cancelled.')
      : result
  } catch (error) {
    const id = reportBug(host, error)
    return new ResponseError(
      ErrorCodes.InternalError,
      `The language server of portolan has a bug, please report it. The log has the trace ${id}.`,
    )
  }
}

/** A request as it arrived. */
export interface EditorRequest {
  readonly params: unknown
  /** What the handler reads of it, beside the document. */
  readonly needs?: 'position' | 'range'
  readonly token: CancellationToken
}

/** The first member that the handler needs and that is absent or no such value: clients may send anything. */
function missingIn(params: unknown, needs: EditorRequest['needs']): string | undefined {
  const { textDocument, position, range } = asObject(params)
  if (typeof asObject(textDocument)['uri'] !== 'string') return 'textDocument'
  if (needs === 'position' && !isPosition(position)) return 'position'
  return needs === 'range' && !isRange(range) ? 'range' : undefined
}

/** Logs a mistake of ours; the identifier of the line. */
export function reportBug({ connection }: Pick<Host, 'connection'>, error: unknown): string {
  const id = randomBytes(4).toString('hex')
  const trace = error instanceof Error ? (error.stack ?? error.message) : typeof error
  connection.console.error(`trace ${id}: portolan has a bug, please report it: ${trace}`)
  return id
}

/** The range of a place in a file of the project. */
export function rangeIn(project: ProjectView, file: string, span: Pick<SourceSpan, 'start' | 'end'>): Range {
  return createRanges().rangeOf(project.files.get(file)?.source.text ?? '', span)
}

export interface DocumentPlace {
  readonly uri: string
  readonly range: Range
}

export const placeIn = (
  { session, project }: OpenFile,
  file: string,
  span: Pick<SourceSpan, 'start' | 'end'>,
): DocumentPlace => ({ uri: uriOfName(session.root, file), range: rangeIn(project, file, span) })
