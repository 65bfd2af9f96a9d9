// Fixes of findings as code actions, and all safe ones of a file at once.
import { type CodeAction, CodeActionKind, type Range, type TextEdit } from 'vscode-languageserver/node'
import { asObject, isList } from '../../../../schemas/values/json.ts'
import { type FileEdit, fixesAt, safeEdits } from '../../../language-server/fixes.ts'
import { answer, type Feature, type OpenFile } from '../host.ts'
import { createRanges, toProtocolDiagnostic } from '../protocol-values.ts'

const FIX_ALL = `${CodeActionKind.SourceFixAll}.portolan`

export const codeActions: Feature = {
  capabilities: { codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] } },
  register: host => {
    host.connection.onCodeAction((params, token) =>
      answer(host, { params, needs: 'range', token }, open => {
        const { range } = params
        const { only } = asObject(params.context)
        const isWanted = (kind: string): boolean =>
          !isList(only) || only.some(each => kind === each || kind.startsWith(`${each}.`))
        return [
          ...(isWanted(CodeActionKind.QuickFix) ? quickFixes(open, range) : []),
          ...(isWanted(FIX_ALL) ? fixAll(open) : []),
        ]
      }),
    )
  },
}

function quickFixes(open: OpenFile, { start, end }: Range): CodeAction[] {
  const { session, file, document } = open
  const range = { start: document.offsetAt(start), end: document.offsetAt(end) }
  const ranges = createRanges()
  return fixesAt(session.diagnostics(), file.source.name, range).flatMap(
    ({ title, diagnostic, edit, isSafe }) => {
      // An edit of a file whose text the fix does not know would be a guess.
      if (edit.file !== file.source.name) return []
      return [
        {
          title,
          kind: CodeActionKind.QuickFix,
          diagnostics: [toProtocolDiagnostic(diagnostic, session.root, ranges)],
          ...(isSafe && { isPreferred: true }),
          edit: editOf(open, [edit]),
        },
      ]
    },
  )
}

function fixAll(open: OpenFile): CodeAction[] {
  const edits = safeEdits(open.session.diagnostics(), open.file.source.name)
  if (edits.length === 0) return []
  return [
    {
      title: 'Apply all fixes that need no look',
      kind: FIX_ALL,
      edit: editOf(open, edits),
    },
  ]
}

const editOf = ({ document }: OpenFile, edits: readonly FileEdit[]): NonNullable<CodeAction['edit']> => ({
  changes: {
    [document.uri]: edits.map(
      ({ span, text }): TextEdit => ({
        range: { start: document.positionAt(span.start), end: document.positionAt(span.end) },
        newText: text,
      }),
    ),
  },
})
