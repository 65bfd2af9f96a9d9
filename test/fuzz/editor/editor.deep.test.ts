// 100,000 messages to the language server in this process, and some sessions over standard input and output.
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { fuzzEditor } from './fuzz-editor.ts'
import { FILES } from './project.ts'
import { startProcess } from './run-session.ts'

const MESSAGES = 25
const SEED = 20_261_128

it('100,000 messages are answered, applied or ignored, and nothing else', async () => {
  const { findings, messages } = await fuzzEditor(temporaryFolder(FILES), 100_000 / MESSAGES, MESSAGES, SEED)
  expect(findings).toEqual([])
  expect(messages).toBeGreaterThanOrEqual(100_000)
})

it('the process lives until the end of the connection, and ends with the code of the protocol', async () => {
  const { findings } = await fuzzEditor(temporaryFolder(FILES), 40, 4 * MESSAGES, SEED, startProcess)
  expect(findings).toEqual([])
})
