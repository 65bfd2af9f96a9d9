// `portolan docs`: the documentation of this version as a site of static files.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { buildSite } from '../docs/build-site.ts'
import { writeNewFile } from '../files/write-file.ts'

const FOLDER = 'portolan-docs'
/** What the first page of a site has. */
const SITE = '<html lang="en" data-root="">'

export const docsCommand: Command = {
  usage: '[--output FOLDER]',
  help: `Writes the documentation of this version as a site of static files: tasks, reference, messages, examples and
decisions, with full-text search and the compiler in the page.

  --output FOLDER  the folder to write, by default ${FOLDER}; files of an earlier site in it are replaced

Open index.html of the folder in a browser, or serve the folder with any web server. The site needs nothing from elsewhere.
A link that leads nowhere is an error with the file and line that has it.`,
  options: { output: { type: 'string', default: FOLDER } },
  run: async (positionals, { output }, terminal) => {
    if (positionals.length > 0) return usageError(terminal, 'Name the folder with --output.', 'docs')
    const shown = String(output)
    if (shown === '') return usageError(terminal, '--output is empty: name a folder.', 'docs')
    const root = resolve(terminal.folder, shown)
    if (!isFreeFor(root)) {
      terminal.writeStderr(
        `Nothing was written: ${shown} has files that are not of an earlier site. Name an empty or a new folder.`,
      )
      return EXIT.findings
    }
    const { files, faults } = await buildSite()
    for (const fault of faults) terminal.writeStderr(fault)
    if (faults.length > 0) return EXIT.findings
    for (const [path, text] of files) {
      const fault = writeNewFile(join(root, path), text)
      if (fault === undefined) continue
      terminal.writeStderr(fault)
      return EXIT.findings
    }
    const pages = [...files.keys()].filter(path => path.endsWith('.html')).length
    terminal.writeStdout(`wrote ${pluralize(pages, 'page')} to ${join(shown, 'index.html')}`)
    return EXIT.clean
  },
}

/** Whether a folder is new, empty, or of an earlier site; what cannot be read is a fault when it is written. */
function isFreeFor(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0 || readFileSync(join(folder, 'index.html'), 'utf8').includes(SITE)
  } catch (error) {
    return (error as NodeJS.ErrnoException).syscall === 'scandir'
  }
}
