// Hovers.
import { MarkupKind } from 'vscode-languageserver/node'
import { hoverAt } from '../../../language-server/hover.ts'
import { answer, type Feature } from '../host.ts'

export const hover: Feature = {
  capabilities: { hoverProvider: true },
  register: host => {
    host.connection.onHover((params, token) =>
      answer(host, { params, needs: 'position', token }, ({ project, file, document }) => {
        const found = hoverAt(project, file, document.offsetAt(params.position))
        if (found === undefined) return null
        return {
          contents: { kind: MarkupKind.Markdown, value: found.markdown },
          range: { start: document.positionAt(found.start), end: document.positionAt(found.end) },
        }
      }),
    )
  },
}
