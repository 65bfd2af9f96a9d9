// The documents of an editor, with its changes. As the protocol requires, a position beyond the end of a line is the end of the line, and a
// position beyond the last line is the end of the text.
import type {
  Range,
  TextDocumentContentChangeEvent,
  TextDocumentsConfiguration,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'

export const DOCUMENTS: TextDocumentsConfiguration<TextDocument> = {
  create: TextDocument.create,
  // Each range is one of the text after the changes before it.
  update: (document, changes, version) =>
    changes.reduce(
      (current, change) => TextDocument.update(current, [withinText(current, change)], version),
      document,
    ),
}

/** The library mixes up its lines when a range ends beyond the last one. */
function withinText(
  document: TextDocument,
  change: TextDocumentContentChangeEvent,
): TextDocumentContentChangeEvent {
  if (!('range' in change)) return { text: change.text }
  const within = (position: Range['start']): Range['start'] =>
    document.positionAt(document.offsetAt(position))
  return {
    range: { start: within(change.range.start), end: within(change.range.end) },
    text: change.text,
  }
}
