// What was typed into the files of a project, for the next visit. A file with a secret in plain text is not remembered: the storage of a
// page is not a place for secrets.

import { readStored, writeStored } from '../../stored.ts'
import type { PageDiagnostic, ProjectFiles } from './page-types.ts'

/** Characters; storage of browsers has some millions. */
const MAX_DRAFT = 500_000

const nameOf = (name: string): string => `compiler.${name}`

/** Undefined if there is none. */
export function readDraft(name: string): ProjectFiles | undefined {
  try {
    const value: unknown = JSON.parse(readStored(nameOf(name)) ?? 'null')
    return isFiles(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isFiles = (value: unknown): value is ProjectFiles =>
  typeof value === 'object' && value !== null && Object.values(value).every(text => typeof text === 'string')

/** `diagnostics`: of the files. Returns whether all of it was written. */
export function writeDraft(
  name: string,
  files: ProjectFiles,
  base: ProjectFiles,
  diagnostics: readonly PageDiagnostic[],
): boolean {
  const secret = new Set(diagnostics.filter(({ code }) => code === 'literal-secret').map(({ file }) => file))
  const isSame =
    Object.keys(files).length === Object.keys(base).length &&
    Object.entries(files).every(([path, text]) => base[path] === text)
  const safe = Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => {
      const written = secret.has(path) ? base[path] : text
      return written === undefined ? [] : [[path, written]]
    }),
  )
  const text = JSON.stringify(safe)
  writeStored(nameOf(name), isSame || text.length > MAX_DRAFT ? undefined : text)
  return secret.size === 0 && text.length <= MAX_DRAFT
}
