// Code lenses: lines of text without a command.
import { lensesOf } from '../../../language-server/lenses.ts'
import { answer, type Feature } from '../host.ts'

export const lenses: Feature = {
  capabilities: { codeLensProvider: {} },
  register: host => {
    host.connection.onCodeLens((params, token) =>
      answer(host, { params, token }, ({ project, file, document }) =>
        lensesOf(project, file).map(({ title, start, end }) => ({
          range: { start: document.positionAt(start), end: document.positionAt(end) },
          command: { title, command: '' },
        })),
      ),
    )
  },
}
