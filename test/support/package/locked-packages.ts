// The packages of package-lock.json that reach users: those that an installation brings, and those that the build bundles.
import { readFileSync } from 'node:fs'
import { ROOT } from '../folder.ts'

export interface LockedPackage {
  /** Its folder, such as `node_modules/yaml`. */
  readonly path: string
  readonly name: string
  readonly version: string
  readonly license: string
  /** The hash of its archive in the registry (Subresource Integrity). */
  readonly integrity: string
  /** Installed beside Portolan by npm; the others are bundled, or are not in any file that users get. */
  readonly installed: boolean
  /** Needed by the compiler, and not by the runtime. */
  readonly optional: boolean
}

interface Entry {
  readonly version: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: true
  readonly optional?: true
  readonly devOptional?: true
}

export function lockedPackages(): readonly LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as {
    readonly packages: Readonly<Record<string, Entry>>
  }
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version,
      license: entry.license ?? '',
      integrity: entry.integrity ?? '',
      installed: entry.dev === undefined,
      optional: entry.optional === true || entry.devOptional === true,
    }))
}
