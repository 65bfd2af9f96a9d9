// Completion of names and values.
import { CompletionItemKind, type CompletionList, MarkupKind } from 'vscode-languageserver/node'
import { type CompletionItem, complete } from '../../../language-server/completion.ts'
import { answer, type Feature } from '../host.ts'

const KINDS: { readonly [kind in CompletionItem['kind']]: CompletionItemKind } = {
  property: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  name: CompletionItemKind.Reference,
}

export const completion: Feature = {
  capabilities: { completionProvider: { triggerCharacters: ['"', "'", '@', ':', ' ', '>', '/'] } },
  register: host => {
    host.connection.onCompletion((params, token) =>
      answer(host, { params, needs: 'position', token }, ({ project, file, document }): CompletionList => {
        const { items, start, end } = complete(
          project,
          file,
          document.getText(),
          document.offsetAt(params.position),
        )
        const range = { start: document.positionAt(start), end: document.positionAt(end) }
        return {
          isIncomplete: false,
          items: items.map(({ label, kind, detail, description, text }, index) => ({
            label,
            kind: KINDS[kind],
            ...(detail !== undefined && detail !== '' && { detail }),
            ...(description !== undefined && {
              documentation: { kind: MarkupKind.Markdown, value: description },
            }),
            sortText: String(index).padStart(5, '0'),
            textEdit: { range, newText: text },
          })),
        }
      }),
    )
  },
}
