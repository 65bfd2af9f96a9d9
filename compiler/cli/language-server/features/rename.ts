// New names. A prompt or a partial is named by its file, which the client renames if it can.
import {
  ErrorCodes,
  LSPErrorCodes,
  type RenameFile,
  ResponseError,
  type TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node'
import { changeName, type NameChange, renamedAt } from '../../../language-server/rename.ts'
import { answer, type Feature, type Host, type OpenFile } from '../host.ts'
import { createRanges, uriOfName } from '../protocol-values.ts'

const refuse = (sentence: string): ResponseError => new ResponseError(LSPErrorCodes.RequestFailed, sentence)

export const rename: Feature = {
  capabilities: { renameProvider: { prepareProvider: true } },
  register: host => {
    host.connection.onPrepareRename((params, token) =>
      answer(host, { params, needs: 'position', token }, ({ project, file, document }) => {
        const found = renamedAt(project, file, document.offsetAt(params.position))
        if ('refused' in found) return refuse(found.refused)
        const range = { start: document.positionAt(found.start), end: document.positionAt(found.end) }
        return { range, placeholder: found.name }
      }),
    )
    host.connection.onRenameRequest((params, token) =>
      answer(host, { params, needs: 'position', token }, open => {
        const { newName: to } = params
        if (typeof to !== 'string')
          return new ResponseError(ErrorCodes.InvalidParams, 'The request has no valid "newName".')
        const found = changeName(open.project, open.file, open.document.offsetAt(params.position), to)
        if ('refused' in found) return refuse(found.refused)
        return editOf(host, open, found)
      }),
    )
  },
}

function editOf(
  host: Host,
  { session, project }: OpenFile,
  { edits, file }: NameChange,
): WorkspaceEdit | ResponseError {
  const ranges = createRanges()
  const byFile = Map.groupBy(edits, edit => edit.file)
  const changes = Array.from(byFile, ([name, ofFile]) => {
    const uri = uriOfName(session.root, name)
    const text = project.files.get(name)?.source.text ?? ''
    const textEdits = ofFile.map(({ span, text: newText }) => ({
      range: ranges.rangeOf(text, span),
      newText,
    }))
    return { uri, textEdits }
  })
  if (file === undefined)
    return { changes: Object.fromEntries(changes.map(({ uri, textEdits }) => [uri, textEdits])) }
  if (host.client()?.renamesFiles !== true)
    return refuse(`This editor does not rename files: rename ${file.from} to ${file.to}, and its uses.`)
  const renamed: RenameFile = {
    kind: 'rename',
    oldUri: uriOfName(session.root, file.from),
    newUri: uriOfName(session.root, file.to),
  }
  const edited = changes.map(({ uri, textEdits }): TextDocumentEdit => {
    const version = host.documents.get(uri)?.version ?? null
    return { textDocument: { uri, version }, edits: textEdits }
  })
  return { documentChanges: [...edited, renamed] }
}
