// `node test/bench/editor.ts`: an edit of one of 1,000 configs in an editor, until the findings of the new text are published.
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { startEditorClient } from '../support/editor-client.ts'
import { makeConfigFolder } from './config-folder.ts'

const EDITS = 30
const CONFIG = 'configs/config-500.yaml'

const folder = join(makeConfigFolder(1_000), 'project')
const editor = await startEditorClient(folder)
await editor.open(CONFIG)
const times: number[] = []
for (let index = 0; index < EDITS; index += 1) {
  // A mistake in the name of a property, and the name again.
  const [before, text] = index % 2 === 0 ? ['mode', 'mde'] : ['mde', 'mode']
  const started = performance.now()
  const start = { line: 2, character: 2 }
  const found = await editor.edit(CONFIG, text, start, { line: 2, character: 2 + before.length })
  times.push(performance.now() - started)
  if (found.length > 0 !== (text === 'mde')) throw new Error('The findings are not those of the text.')
}
await editor.stop()
rmSync(dirname(folder), { recursive: true })
times.sort((one, other) => one - other)
const at = (share: number): string => (times[Math.ceil(EDITS * share) - 1] ?? 0).toFixed(1)
console.log(`edit to findings: median ${at(0.5)} ms, p95 ${at(0.95)} ms; load ${loadavg()[0]?.toFixed(1)}`)
