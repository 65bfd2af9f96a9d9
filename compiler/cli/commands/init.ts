// `portolan init`: a project that works at once, with no key. Files that are there already are never touched.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Command, EXIT, misuse } from '../command.ts'
import { projectFiles } from '../template.ts'

export const init: Command = {
  name: 'init',
  summary: 'make a project that works at once',
  usage: '[FOLDER] [--typescript]',
  help: `Writes a manifest and two configs that use the built-in mock provider. Existing files are never touched.

  --typescript   write the configs in TypeScript instead of YAML`,
  options: { typescript: { type: 'boolean' } },
  run: async ([folder = '.', ...others], { typescript }, terminal) => {
    if (others.length > 0) return misuse(terminal, 'One folder is made a project at a time.', 'init')
    const root = resolve(terminal.folder, folder)
    const files = projectFiles(typescript === true)
    const taken = [...files.keys()].filter(name => existsSync(join(root, name)))
    if (taken.length > 0) {
      terminal.tell(
        `Nothing was written: ${taken.join(', ')} ${taken.length === 1 ? 'is' : 'are'} there already.`,
      )
      return EXIT.findings
    }
    for (const [name, text] of files) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), text)
      terminal.out(`wrote ${join(folder, name)}`)
    }
    terminal.tell(`\nNow run: portolan serve ${folder}`)
    return EXIT.clean
  },
}
