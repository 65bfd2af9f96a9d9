// `portolan init`: creates a working project that needs no API key. Existing files are never changed.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createFolder } from '../../../runtime/stores/create-folder.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { describeFileError } from '../files/file-error.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import { projectFiles } from '../template.ts'

export const initCommand: Command = {
  usage: '[FOLDER] [--typescript]',
  help: `Writes a manifest, two configs and a test that use the built-in mock provider. Existing files are never changed.

  --typescript   write the configs in TypeScript instead of YAML`,
  options: { typescript: { type: 'boolean' } },
  run: async ([folder = '.', ...others], { typescript }, terminal) => {
    if (others.length > 0) return usageError(terminal, 'Name only one folder.', 'init')
    const root = resolve(terminal.folder, folder)
    const files = projectFiles(typescript === true)
    const existing = [...files.keys()].filter(name => existsSync(join(root, name)))
    if (existing.length > 0) {
      terminal.writeStderr(
        `Nothing was written: ${existing.join(', ')} already ${existing.length === 1 ? 'exists' : 'exist'}.`,
      )
      return EXIT.findings
    }
    for (const [name, text] of files) {
      const fault = writeNewFile(join(root, name), text)
      if (fault !== undefined) {
        terminal.writeStderr(fault)
        return EXIT.findings
      }
      terminal.writeStdout(`wrote ${join(folder, name)}`)
    }
    terminal.writeStderr(`\nNow run: portolan serve ${folder}`)
    return EXIT.clean
  },
}

/** Writes a file and creates its folder if needed; returns an error message on failure. */
function writeNewFile(path: string, text: string): string | undefined {
  try {
    createFolder(dirname(path))
  } catch (error) {
    return `${dirname(path)} cannot be created: it ${describeFileError(error)}.`
  }
  return writeAtomic(path, text)
}
