// Folders that vanish after a test, with files written into them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Makes a folder with these files; whoever shares it among tests removes it. */
export function makeFolder(contents: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-'))
  for (const [name, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** Makes a folder with these files; it is removed when the test is over. */
export function temporaryFolder(contents?: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = makeFolder(contents)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
