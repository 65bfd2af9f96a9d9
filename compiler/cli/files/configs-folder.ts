// The folder of a project's configs: the one that its manifest names, which must exist, or the default folder, which is
// optional.
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { manifestDefaults } from '../../../schemas/generated/facts.ts'
import { own } from '../../check/kind.ts'
import { placeOf, type Report } from '../../diagnostics/diagnostic.ts'
import { quoted } from '../../diagnostics/words.ts'
import type { Input } from '../../project.ts'
import { mistake } from '../../read/mistake.ts'
import { fileFault } from './fault.ts'

/** The absolute path, or undefined without configs. Other errors of the manifest are reported elsewhere. */
export function configsFolder(manifest: Input | undefined, root: string, report: Report): string | undefined {
  const parsed = manifest?.read(manifest.source, () => {})
  const named = own(parsed?.value, 'configs')
  if (parsed === undefined || typeof named !== 'string' || named === '') {
    const usual = resolve(root, manifestDefaults.configs)
    return existsSync(usual) ? usual : undefined
  }
  const path = resolve(root, named)
  const fault = folderFault(path)
  if (fault === undefined) return path
  report(mistake('unreadable-file', placeOf(parsed, '/configs'), `The folder ${quoted(named)} ${fault}.`))
  return undefined
}

function folderFault(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? undefined : 'is a file'
  } catch (error) {
    return fileFault(error)
  }
}
