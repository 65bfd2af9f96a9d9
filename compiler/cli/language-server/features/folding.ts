// Folding by the structure of the file.
import { foldingOf } from '../../../language-server/folding.ts'
import { answer, type Feature } from '../host.ts'

export const folding: Feature = {
  capabilities: { foldingRangeProvider: true },
  register: host => {
    host.connection.onFoldingRanges((params, token) =>
      answer(host, { params, token }, ({ file }) =>
        foldingOf(file).map(({ first, last }) => ({ startLine: first, endLine: last })),
      ),
    )
  },
}
