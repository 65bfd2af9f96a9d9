// The sources of a release in a store, in a temporary folder, so that they are compiled like a project.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResourceStore } from '../../../runtime/control/core/resource-store.ts'
import { readRelease } from '../../../runtime/control/releases/release.ts'
import { extract, readArchive } from './source-archive.ts'

export interface OpenSources {
  readonly folder: string
  /** The commit that they are of. */
  readonly commit: string | undefined
  readonly remove: () => void
}

/** A sentence if there are none. */
export async function openSources(
  store: ResourceStore,
  project: string,
  number: number,
): Promise<OpenSources | string> {
  const release = await readRelease(store, project, number)
  if (release === undefined) return `The store ${store.name} has no release ${number} of "${project}".`
  const archive = release.sources === undefined ? undefined : await store.readBlob(release.sources)
  if (archive === undefined) return `Release ${number} has no sources.`
  const folder = mkdtempSync(join(tmpdir(), 'portolan-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  const fault = extract(readArchive(archive), folder)
  if (fault === undefined) return { folder, commit: release.pushed.commit, remove }
  remove()
  return fault
}
