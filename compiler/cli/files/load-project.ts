// Loads the files of a group for compileProject. Problems with the files themselves become diagnostics.

import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { readAuthorities } from '../../../runtime/upstream/authorities.ts'
import { manifestDefaults } from '../../../schemas/generated/facts.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { formatPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import {
  applySeverities,
  type Diagnostic,
  type Location,
  locationOf,
  type ReportDiagnostic,
  type Severities,
} from '../../diagnostics/diagnostic.ts'
import type { CheckFacts } from '../../facts/catalog.ts'
import type { ProjectInput, SourceInput } from '../../project-input.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'
import { readJson } from '../../read/json.ts'
import { MAX_LENGTHS, type SourceReader } from '../../read/reader.ts'
import { readYaml } from '../../read/yaml.ts'
import { fileOfList, namesList, priceEntries } from '../../validate/manifest-rules/prices-can-apply.ts'
import { storedEntries } from '../../validate/nodes/manifest-parts.ts'
import { isOutside, type PriceListInput } from '../../validate/validate-price-list.ts'
import { isJsonObject, ownProperty } from '../../validate/values/json-values.ts'
import type { FileGroup } from './find-files.ts'
import { LEADS_OUTSIDE, leadsOutside } from './links.ts'
import { loadCustomChecks } from './load-custom-checks.ts'
import { loadPrompts } from './load-prompts.ts'
import { configsOfProject } from './project-files.ts'
import { stemOf } from './project-names.ts'
import { describeFileError, readFileText } from './read-file.ts'
import { readersFor, readInside } from './readers.ts'
import { createFileMemory, type FileMemory, rememberedInput } from './remembered-files.ts'

/** The parts of a project that its meaning depends on; undefined where it has none. As shown to the user. */
export interface ProjectParts {
  readonly manifest: string | undefined
  readonly configsFolder: string | undefined
  readonly promptsFolder: string | undefined
}

interface LoadedProject {
  readonly root: string
  readonly parts: ProjectParts
  readonly input: ProjectInput
  /** Custom checks. */
  readonly checks: readonly CheckFacts[]
  readonly diagnostics: readonly Diagnostic[]
}

/** A character has at most four bytes in UTF-8; the reader reports sources just above its limit. */
const MAX_BYTES = 4 * Math.max(...Object.values(MAX_LENGTHS))

const fileLocation = (name: string): Location => ({ source: { name, text: '' }, span: { start: 0, end: 0 } })

/** Loads a group of files. File names in diagnostics are relative to `folder`, the working folder. */
export async function loadProject(
  group: FileGroup,
  folder: string,
  memory: FileMemory = createFileMemory(),
): Promise<LoadedProject> {
  const diagnostics: Diagnostic[] = []
  const report: ReportDiagnostic = diagnostic => void diagnostics.push(diagnostic)
  const displayPath = (path: string): string => relative(folder, path) || basename(path)
  // A single file that is named is read wherever it leads.
  const folders = group.manifests.length > 0 || (group.configs?.length ?? 0) > 1 ? [group.root] : undefined
  const load = (path: string, read: SourceReader): SourceInput | undefined => {
    const name = displayPath(path)
    const readText = (): string | undefined => {
      if (folders !== undefined && leadsOutside(folders, path)) {
        report(createDiagnostic('unreadable-file', fileLocation(name), `The file ${LEADS_OUTSIDE}.`))
        return undefined
      }
      const { text, fault } = readFileText(path, MAX_BYTES)
      if (text === undefined) report(createDiagnostic('unreadable-file', fileLocation(name), fault))
      return text
    }
    const create = (text: string): SourceInput => ({ source: { name, text }, read })
    const root = resolve(folder, group.root)
    return rememberedInput(
      memory,
      path,
      name,
      readText,
      create,
      each => memory.openText?.(each) ?? readInside(root, each),
    )
  }

  const open = memory.openPaths?.() ?? []
  const [manifestPath, ...others] = group.manifests
  for (const other of others) {
    const message = `The project already has the manifest ${displayPath(manifestPath ?? '')}.`
    report(createDiagnostic('several-manifests', fileLocation(displayPath(other)), message))
  }
  const manifestReader = await readersFor(group.manifests, group.root, folder, memory)
  const manifest =
    manifestPath === undefined ? undefined : load(manifestPath, memoizeReader(manifestReader(manifestPath)))
  const checks = await loadCustomChecks(manifest, group.root, report, memory.runsChecks)
  checkAuthorities(manifest, group.root, report)
  const modules = new Set(checks.flatMap(({ module }) => moduleFiles(module, group.root)))
  const configsFolder =
    group.configs === undefined ? findProjectFolder('configs', manifest, group, open, report) : undefined
  const promptsFolder =
    manifest === undefined ? undefined : findProjectFolder('prompts', manifest, group, open, report)
  // A folder that the manifest names elsewhere is part of the project.
  for (const each of [configsFolder, promptsFolder])
    if (each !== undefined && relative(group.root, each).startsWith('..')) folders?.push(each)
  const paths =
    group.configs ?? configsOfProject(configsFolder, promptsFolder, open).filter(path => !modules.has(path))
  const readerOf = await readersFor(paths, group.root, folder, memory)
  const configs = new Map<string, SourceInput>()
  const seen = new Map<string, string>()
  for (const path of paths) {
    const id = configId(path, group, folder)
    const before = seen.get(id)
    if (before !== undefined) {
      const message = `The config "${id}" is already defined by ${displayPath(before)}.`
      report(createDiagnostic('duplicate-config', fileLocation(displayPath(path)), message))
      continue
    }
    seen.set(id, path)
    const input = load(path, readerOf(path))
    if (input !== undefined) configs.set(id, input)
  }
  const prompts =
    promptsFolder === undefined ? undefined : loadPrompts(promptsFolder, { load, displayPath, report }, open)
  const parts = {
    manifest: manifestPath && displayPath(manifestPath),
    configsFolder: configsFolder && displayPath(configsFolder),
    promptsFolder: promptsFolder && displayPath(promptsFolder),
  }
  const priceLists = loadPriceLists(manifest, group.root, folder, memory)
  const input = {
    ...(manifest && { manifest }),
    configs,
    ...(prompts && { prompts }),
    ...(priceLists && { priceLists }),
  }
  return { root: group.root, parts, input, checks, diagnostics }
}

/** The files of prices that the manifest names and that exist; undefined if it names none. */
function loadPriceLists(
  manifest: SourceInput | undefined,
  root: string,
  folder: string,
  memory: FileMemory,
): ReadonlyMap<string, PriceListInput> | undefined {
  const parsed = manifest?.read(manifest.source, () => {})
  const files = priceEntries(parsed?.value ?? null).flatMap(([, entry]) =>
    namesList(entry) ? (fileOfList(entry) ?? []) : [],
  )
  if (files.length === 0) return undefined
  const lists = new Map<string, PriceListInput>()
  for (const file of files) {
    const path = resolve(folder, root, file)
    if (isOutside(file) || !existsSync(path)) continue
    const list = readPriceList(path, resolve(folder, root), relative(folder, path), memory)
    lists.set(file, list)
  }
  return lists
}

function readPriceList(path: string, root: string, name: string, memory: FileMemory): PriceListInput {
  if (leadsOutside([root], path)) return { fault: `The file ${LEADS_OUTSIDE}.` }
  let fault = ''
  const readText = (): string | undefined => {
    const file = readFileText(path, MAX_BYTES)
    fault = file.fault ?? ''
    return file.text
  }
  const read = path.endsWith('.json') ? readJson : readYaml
  const create = (text: string): SourceInput => ({ source: { name, text }, read })
  const input = rememberedInput(memory, path, name, readText, create, () => undefined)
  return input === undefined ? { fault } : { input, digest: digestOfFile(input.source.text) }
}

/** As manifests pin a file: of its text in UTF-8. */
export const digestOfFile = (text: string): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`

/** The files of a custom check, which may be in the folder of configs. */
const moduleFiles = (module: CheckFacts['module'], root: string): readonly string[] =>
  module === undefined ? [] : [module.module, ...Object.keys(module.files)].map(path => join(root, path))

/** A reader that runs once and replays its result: the manifest is read for its configs folder, its checks and the project. */
function memoizeReader(read: SourceReader): SourceReader {
  const reported: Diagnostic[] = []
  let result: { readonly parsed: ReturnType<SourceReader> } | undefined
  return (source, report) => {
    result ??= { parsed: read(source, diagnostic => void reported.push(diagnostic)) }
    for (const diagnostic of reported) report(diagnostic)
    return result.parsed
  }
}

/** The file name without extension; standalone files in several folders use their paths instead. */
function configId(path: string, { manifests, configs = [] }: FileGroup, folder: string): string {
  const stem = stemOf(basename(path))
  if (manifests.length > 0) return stem
  const oneFolder = configs.every(other => dirname(other) === dirname(path))
  const repeated = configs.filter(other => stemOf(basename(other)) === stem).length > 1
  return oneFolder && !repeated ? stem : relative(folder, path)
}

/**
 * The absolute path of the folder of configs or prompts: the one that the manifest names, which must exist, or the default one, which is
 * optional. Other errors of the manifest are reported elsewhere.
 */
function findProjectFolder(
  property: 'configs' | 'prompts',
  manifest: SourceInput | undefined,
  { root }: FileGroup,
  open: readonly string[],
  report: ReportDiagnostic,
): string | undefined {
  const parsed = manifest?.read(manifest.source, () => {})
  const configured = ownProperty(parsed?.value, property)
  if (parsed === undefined || typeof configured !== 'string' || configured === '') {
    const defaultFolder = resolve(root, manifestDefaults[property])
    const isUnsaved = open.some(path => path.startsWith(defaultFolder + sep))
    return isUnsaved || existsSync(defaultFolder) ? defaultFolder : undefined
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

/** Authorities that cannot be read here are warnings, since they may exist only where the gateway runs. */
function checkAuthorities(manifest: SourceInput | undefined, root: string, report: ReportDiagnostic): void {
  const parsed = manifest?.read(manifest.source, () => {})
  if (parsed === undefined) return
  const written = ownProperty(parsed.value, 'rules')
  const rules = (isJsonObject(written) ? written : {}) as Severities
  const places: readonly (readonly [setting: string, at: Pointer, outbound: Json | undefined])[] = [
    ['outbound', '/outbound', ownProperty(parsed.value, 'outbound')],
    ...storedEntries(parsed.value).map(
      ({ pointer, value }) =>
        [
          `${formatPointer(pointer)}.outbound`,
          `${pointer}/outbound`,
          ownProperty(value, 'outbound'),
        ] as const,
    ),
  ]
  for (const [setting, at, outbound] of places) {
    const path = ownProperty(outbound, 'ca')
    if (typeof path !== 'string' || path === '') continue
    const read = readAuthorities(path, `${setting}.ca`, root)
    if (typeof read !== 'string') continue
    const sentence = `${read} A gateway does not start without it.`
    const found = createDiagnostic('unusable-authorities', locationOf(parsed, `${at}/ca`), sentence)
    for (const diagnostic of applySeverities([found], rules)) report(diagnostic)
  }
}
