// Files of a group → the input of compileProject. What is wrong with the files themselves becomes diagnostics too.
import { basename, dirname, relative, resolve } from 'node:path'
import { manifestDefaults } from '../../../schemas/generated/facts.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { messages } from '../../diagnostics/messages.ts'
import type { Input, ProjectInput } from '../../project.ts'
import type { JsonObject } from '../../source.ts'
import { configsBelow, type FileGroup } from './find-files.ts'
import { readText } from './read-text.ts'
import { readersFor } from './readers.ts'

export interface LoadedProject {
  readonly root: string
  readonly input: ProjectInput
  readonly diagnostics: readonly Diagnostic[]
  /** Every file that was read, for those who watch them. */
  readonly files: readonly string[]
}

type FileCode = 'unreadable-file' | 'duplicate-config' | 'several-manifests'

const fileMistake = (code: FileCode, name: string, message: string): Diagnostic => ({
  code,
  severity: messages[code].severity,
  message,
  place: { source: { name, text: '' }, span: { start: 0, end: 0 } },
  notes: [],
})

/** Loads a group of files. `folder` is the working folder: names in diagnostics are relative to it. */
export async function loadProject(group: FileGroup, folder: string): Promise<LoadedProject> {
  const diagnostics: Diagnostic[] = []
  const shown = (path: string): string => relative(folder, path) || basename(path)
  const [manifestPath, ...others] = group.manifests
  for (const other of others) {
    diagnostics.push(
      fileMistake(
        'several-manifests',
        shown(other),
        `The project already has the manifest ${shown(manifestPath ?? '')}.`,
      ),
    )
  }
  const manifestReader = await readersFor(group.manifests, group.root, folder)
  const load = (path: string, readerOf: (path: string) => Input['read']): Input | undefined => {
    const { text, fault } = readText(path)
    if (text !== undefined) return { source: { name: shown(path), text }, read: readerOf(path) }
    diagnostics.push(fileMistake('unreadable-file', shown(path), fault))
    return undefined
  }
  const manifest = manifestPath === undefined ? undefined : load(manifestPath, manifestReader)
  const paths = group.configs ?? configsBelow(resolve(group.root, configsFolder(manifest)))
  const readerOf = await readersFor(paths, group.root, folder)
  const configs = new Map<string, Input>()
  const seen = new Map<string, string>()
  for (const path of paths) {
    const id = idOf(path, group, folder)
    const before = seen.get(id)
    if (before !== undefined) {
      diagnostics.push(
        fileMistake(
          'duplicate-config',
          shown(path),
          `The config "${id}" is already given by ${shown(before)}.`,
        ),
      )
      continue
    }
    seen.set(id, path)
    const input = load(path, readerOf)
    if (input !== undefined) configs.set(id, input)
  }
  const files = [...group.manifests, ...paths]
  return {
    root: group.root,
    input: { ...(manifest === undefined ? {} : { manifest }), configs },
    diagnostics,
    files,
  }
}

/** The stem of the file; lone files in several folders keep their paths, since nothing is saved under their names. */
function idOf(path: string, { manifests, configs = [] }: FileGroup, folder: string): string {
  const stem = basename(path).replace(/\.(ya?ml|json|ts)$/, '')
  const oneFolder = manifests.length > 0 || configs.every(other => dirname(other) === dirname(path))
  const repeated = configs.filter(other => basename(other).replace(/\.[^.]+$/, '') === stem).length > 1
  return oneFolder && !(manifests.length === 0 && repeated) ? stem : relative(folder, path)
}

/** The folder of the configs as the manifest says; its mistakes are told when it is compiled. */
function configsFolder(manifest: Input | undefined): string {
  const value = manifest?.read(manifest.source, () => {})?.value
  const named = typeof value === 'object' && value !== null ? (value as JsonObject)['configs'] : undefined
  return typeof named === 'string' && named !== '' ? named : manifestDefaults.configs
}
