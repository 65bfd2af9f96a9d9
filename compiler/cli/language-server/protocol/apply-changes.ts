// The documents of an editor, with its changes. What a range has beyond the end of a line is the end of the line, and what it has beyond
// the last line is the end of the text, as the protocol says.
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
