// Loads the files of a group for compileProject. Problems with the files themselves become diagnostics.
import { basename, dirname, join, relative } from 'node:path'
import type { CheckFacts } from '../../catalog.ts'
import type { Diagnostic, Place, Report } from '../../diagnostics/diagnostic.ts'
import type { Input, ProjectInput } from '../../project.ts'
import { mistake } from '../../read/mistake.ts'
import { MAX_SOURCE_LENGTH, type Reader } from '../../read/reader.ts'
import { configsFolder } from './configs-folder.ts'
import type { FileGroup } from './find-files.ts'
import { ownChecksOf } from './own-checks.ts'
import { configsOfProject, stemOf } from './project-files.ts'
import { readText } from './read-text.ts'
import { readersFor } from './readers.ts'

export interface LoadedProject {
  readonly root: string
  readonly input: ProjectInput
  /** Custom checks. */
  readonly checks: readonly CheckFacts[]
  readonly diagnostics: readonly Diagnostic[]
}

/** A character has at most four bytes in UTF-8; the reader reports sources just above its limit. */
const MOST_BYTES = 4 * MAX_SOURCE_LENGTH

const wholeFile = (name: string): Place => ({ source: { name, text: '' }, span: { start: 0, end: 0 } })

/** Loads a group of files. File names in diagnostics are relative to `folder`, the working folder. */
export async function loadProject(group: FileGroup, folder: string): Promise<LoadedProject> {
  const diagnostics: Diagnostic[] = []
  const report: Report = diagnostic => void diagnostics.push(diagnostic)
  const shown = (path: string): string => relative(folder, path) || basename(path)
  const load = (path: string, read: Reader): Input | undefined => {
    const { text, fault } = readText(path, MOST_BYTES)
    if (text !== undefined) return { source: { name: shown(path), text }, read }
    report(mistake('unreadable-file', wholeFile(shown(path)), fault))
    return undefined
  }

  const [manifestPath, ...others] = group.manifests
  for (const other of others) {
    const message = `The project already has the manifest ${shown(manifestPath ?? '')}.`
    report(mistake('several-manifests', wholeFile(shown(other)), message))
  }
  const manifestReader = await readersFor(group.manifests, group.root, folder)
  const manifest =
    manifestPath === undefined ? undefined : load(manifestPath, once(manifestReader(manifestPath)))
  const checks = await ownChecksOf(manifest, group.root, report)
  const modules = new Set(checks.flatMap(({ module }) => filesOf(module, group.root)))
  const paths =
    group.configs ??
    configsOfProject(configsFolder(manifest, group.root, report)).filter(path => !modules.has(path))
  const readerOf = await readersFor(paths, group.root, folder)
  const configs = new Map<string, Input>()
  const seen = new Map<string, string>()
  for (const path of paths) {
    const id = idOf(path, group, folder)
    const before = seen.get(id)
    if (before !== undefined) {
      const message = `The config "${id}" is already defined by ${shown(before)}.`
      report(mistake('duplicate-config', wholeFile(shown(path)), message))
      continue
    }
    seen.set(id, path)
    const input = load(path, readerOf(path))
    if (input !== undefined) configs.set(id, input)
  }
  return { root: group.root, input: { ...(manifest && { manifest }), configs }, checks, diagnostics }
}

/** The files of a custom check, which may be in the folder of configs. */
const filesOf = (module: CheckFacts['module'], root: string): readonly string[] =>
  module === undefined ? [] : [module.module, ...Object.keys(module.files)].map(path => join(root, path))

/** A reader that runs once and replays its result: the manifest is read for its configs folder, its checks and the project. */
function once(read: Reader): Reader {
  const told: Diagnostic[] = []
  let result: { readonly parsed: ReturnType<Reader> } | undefined
  return (source, report) => {
    result ??= { parsed: read(source, diagnostic => void told.push(diagnostic)) }
    for (const diagnostic of told) report(diagnostic)
    return result.parsed
  }
}

/** The file name without extension; standalone files in several folders use their paths instead. */
function idOf(path: string, { manifests, configs = [] }: FileGroup, folder: string): string {
  const stem = stemOf(basename(path))
  if (manifests.length > 0) return stem
  const oneFolder = configs.every(other => dirname(other) === dirname(path))
  const repeated = configs.filter(other => stemOf(basename(other)) === stem).length > 1
  return oneFolder && !repeated ? stem : relative(folder, path)
}
