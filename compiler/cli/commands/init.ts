// `portolan init`: creates a working project that needs no API key. Existing files are never changed.
import { basename, join, resolve } from 'node:path'
import { type Command, EXIT, usageError } from '../command.ts'
import { writeNewFiles } from '../files/write-file.ts'
import { quoteWord } from '../quote-word.ts'
import { projectFiles } from '../template.ts'

export const initCommand: Command = {
  usage: '[FOLDER] [--typescript]',
  help: `Writes a manifest, two configs and a test that use the built-in mock provider, and their schemas for editors. The project is named after its folder. Existing files are never changed.

  --typescript   write the configs in TypeScript instead of YAML`,
  options: { typescript: { type: 'boolean' } },
  run: async ([folder = '.', ...others], { typescript }, terminal) => {
    if (others.length > 0) return usageError(terminal, 'Name only one folder.', 'init')
    const root = resolve(terminal.folder, folder)
    const files = projectFiles(basename(root), typescript === true)
    const fault = writeNewFiles(files, root, name => terminal.writeStdout(`wrote ${join(folder, name)}`))
    if (fault !== undefined) {
      terminal.writeStderr(fault)
      return EXIT.findings
    }
    terminal.writeStderr(`\nNow run: portolan serve ${quoteWord(folder)}`)
    return EXIT.clean
  },
}
