// `portolan init`: creates a working project that needs no API key. Existing files are never changed.
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Command, EXIT, misuse } from '../command.ts'
import { fileFault } from '../files/fault.ts'
import { writeWhole } from '../files/write-whole.ts'
import { projectFiles } from '../template.ts'

export const init: Command = {
  name: 'init',
  summary: 'create a working project',
  usage: '[FOLDER] [--typescript]',
  help: `Writes a manifest and two configs that use the built-in mock provider. Existing files are never changed.

  --typescript   write the configs in TypeScript instead of YAML`,
  options: { typescript: { type: 'boolean' } },
  run: async ([folder = '.', ...others], { typescript }, terminal) => {
    if (others.length > 0) return misuse(terminal, 'Name only one folder.', 'init')
    const root = resolve(terminal.folder, folder)
    const files = projectFiles(typescript === true)
    const taken = [...files.keys()].filter(name => existsSync(join(root, name)))
    if (taken.length > 0) {
      terminal.tell(
        `Nothing was written: ${taken.join(', ')} already ${taken.length === 1 ? 'exists' : 'exist'}.`,
      )
      return EXIT.findings
    }
    for (const [name, text] of files) {
      const fault = written(join(root, name), text)
      if (fault !== undefined) {
        terminal.tell(fault)
        return EXIT.findings
      }
      terminal.out(`wrote ${join(folder, name)}`)
    }
    terminal.tell(`\nNow run: portolan serve ${folder}`)
    return EXIT.clean
  },
}

/** Writes a file and creates its folder if needed; returns an error message on failure. */
function written(path: string, text: string): string | undefined {
  try {
    mkdirSync(dirname(path), { recursive: true })
  } catch (error) {
    return `${dirname(path)} cannot be created: it ${fileFault(error)}.`
  }
  return writeWhole(path, text)
}
