// A folder of a project, that of its configs or of its prompts: the one that its manifest names, which must exist, or the
// default folder, which is optional.
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { manifestDefaults } from '../../../schemas/generated/facts.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { locationOf, type ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { SourceInput } from '../../project-input.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'
import { ownProperty } from '../../validate/values/json-values.ts'
import { describeFileError } from './file-error.ts'

/** The absolute path, or undefined without the folder. Other errors of the manifest are reported elsewhere. */
export function findProjectFolder(
  property: 'configs' | 'prompts',
  manifest: SourceInput | undefined,
  root: string,
  report: ReportDiagnostic,
): string | undefined {
  const parsed = manifest?.read(manifest.source, () => {})
  const configured = ownProperty(parsed?.value, property)
  if (parsed === undefined || typeof configured !== 'string' || configured === '') {
    const defaultFolder = resolve(root, manifestDefaults[property])
    return existsSync(defaultFolder) ? defaultFolder : undefined
  }
  const path = resolve(root, configured)
  const fault = folderError(path)
  if (fault === undefined) return path
  report(
    createDiagnostic(
      'unreadable-file',
      locationOf(parsed, `/${property}`),
      `The folder ${quoteName(configured)} ${fault}.`,
    ),
  )
  return undefined
}

function folderError(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? undefined : 'is a file'
  } catch (error) {
    return describeFileError(error)
  }
}
