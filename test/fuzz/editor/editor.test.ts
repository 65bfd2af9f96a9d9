// A seeded part of the fuzzer of the language server: whatever a client sends, each request has exactly one reply.
import { expect, it } from 'vitest'
import { DEPTH } from '../../support/property-seed.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { fuzzEditor } from './fuzz-editor.ts'
import { FILES } from './project.ts'

it('the language server answers every request once, keeps the texts, and shows no secret', async () => {
  const { findings } = await fuzzEditor(temporaryFolder(FILES), 12 * DEPTH, 25, 20_261_127)
  expect(findings).toEqual([])
})
