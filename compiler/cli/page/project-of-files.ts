// The files of a project by their paths, as the command line reads them from a folder. A page has no sandbox for TypeScript: its configs
// have their names, and no plan.

import type { ProjectFiles } from '../../../runtime/console/page/screens/compiler/page-types.ts'
import { manifestDefaults } from '../../../schemas/generated/facts.ts'
import type { Json } from '../../../schemas/values/json.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Catalog, CheckFacts } from '../../facts/catalog.ts'
import type { ProjectInput, SourceInput } from '../../project-input.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'
import { readJson } from '../../read/json.ts'
import type { SourceReader } from '../../read/reader.ts'
import { readYaml } from '../../read/yaml.ts'
import { fileOfList, namesList, priceEntries } from '../../validate/manifest-rules/prices-can-apply.ts'
import { customCheckIdError, modulePath } from '../../validate/services/custom-check-module.ts'
import { isJsonObject, ownProperty } from '../../validate/values/json-values.ts'
import { placeholderFacts } from '../custom-checks/placeholder-facts.ts'
import {
  isConfigName,
  isManifestName,
  isPromptFormat,
  isSkippedFolder,
  isSourceName,
  isTestName,
  isTextName,
  isTrafficName,
  PARTIALS,
  promptIdOf,
  stemOf,
} from '../files/project-names.ts'
import { promptReader } from '../files/prompt-reader.ts'

export interface PageProject {
  readonly input: ProjectInput
  readonly checks: readonly CheckFacts[]
  readonly diagnostics: readonly Diagnostic[]
  /** Files that were not compiled, and why: sentences. */
  readonly limits: readonly string[]
}

const NOTHING: SourceReader = () => undefined

const readerOf = (path: string): SourceReader =>
  path.endsWith('.ts') ? NOTHING : path.endsWith('.json') ? readJson : readYaml

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(`${folder}/`) &&
  path
    .slice(folder.length + 1)
    .split('/')
    .slice(0, -1)
    .every(part => !isSkippedFolder(part))

/** A folder as a manifest names it, without a dot and a slash at its ends. */
const folderOf = (manifest: Json | undefined, property: 'configs' | 'prompts'): string => {
  const written = ownProperty(manifest, property)
  const named = typeof written === 'string' && written !== '' ? written : manifestDefaults[property]
  return named.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')
}

/** `remembered`: the inputs of earlier calls by path; a file with the same text is the same object again. */
export function projectOfFiles(
  files: ProjectFiles,
  remembered: Map<string, SourceInput>,
  catalog: Catalog,
  digestOf: (text: string) => string,
): PageProject {
  const diagnostics: Diagnostic[] = []
  const paths = Object.keys(files).sort()
  const inputOf = (path: string, read: SourceReader): SourceInput => {
    const text = files[path] ?? ''
    const before = remembered.get(path)
    if (before?.source.text === text && before.read === read) return before
    const input = { source: { name: path, text }, read }
    remembered.set(path, input)
    return input
  }
  const [manifestPath, ...others] = paths.filter(isManifestName)
  for (const other of others)
    report('several-manifests', other, `The project already has the manifest ${manifestPath}.`)
  const manifest = manifestPath === undefined ? undefined : inputOf(manifestPath, readerOf(manifestPath))
  const value = manifest?.read(manifest.source, () => {})?.value
  const promptsFolder = folderOf(value, 'prompts')
  const configPaths =
    manifest === undefined
      ? paths.filter(isSourceName)
      : paths.filter(
          path =>
            isBelow(path, folderOf(value, 'configs')) &&
            !isBelow(path, promptsFolder) &&
            isConfigName(nameOf(path)),
        )
  const partialsFolder = `${promptsFolder}/${PARTIALS}`
  const prompts = paths.filter(
    path =>
      isBelow(path, promptsFolder) &&
      !isBelow(path, partialsFolder) &&
      isConfigName(nameOf(path)) &&
      isPromptFormat(path),
  )
  const partials = paths.filter(
    path => isBelow(path, partialsFolder) && (isPromptFormat(path) || isTextName(path)),
  )
  const lists = priceEntries(value ?? null).flatMap(([, entry]) =>
    namesList(entry) ? (fileOfList(entry) ?? []) : [],
  )
  const priceLists = new Map(
    lists.flatMap(file => {
      const path = file.replace(/^(?:\.\/)+/, '')
      const text = files[path]
      return text === undefined
        ? []
        : [[file, { input: inputOf(path, readerOf(path)), digest: digestOf(text) }] as const]
    }),
  )
  const input: ProjectInput = {
    ...(manifest && { manifest }),
    configs: byId('duplicate-config', 'config', configPaths, stemOf, readerOf),
    ...(prompts.length + partials.length > 0 && {
      prompts: {
        prompts: byId('duplicate-prompt', 'prompt', prompts, promptIdOf, promptReader),
        partials: byId('duplicate-prompt', 'partial', partials, promptIdOf, promptReader),
      },
    }),
    ...(priceLists.size > 0 && { priceLists }),
  }
  const checks = declaredChecks(value, catalog)
  return { input, checks, diagnostics, limits: limitsOf(paths, checks) }

  function report(code: Parameters<typeof createDiagnostic>[0], path: string, message: string): void {
    const location = { source: { name: path, text: '' }, span: { start: 0, end: 0 } }
    diagnostics.push(createDiagnostic(code, location, message))
  }

  function byId(
    code: 'duplicate-config' | 'duplicate-prompt',
    kind: string,
    found: readonly string[],
    idOf: (name: string) => string,
    read: (path: string) => SourceReader,
  ): ReadonlyMap<string, SourceInput> {
    const inputs = new Map<string, SourceInput>()
    for (const path of found) {
      const id = idOf(nameOf(path))
      const before = inputs.get(id)
      if (before === undefined) inputs.set(id, inputOf(path, read(path)))
      else report(code, path, `The ${kind} "${id}" is already defined by ${before.source.name}.`)
    }
    return inputs
  }
}

/** Custom checks are modules of JavaScript, which a page does not run: their names are known. */
function declaredChecks(manifest: Json | undefined, catalog: Catalog): readonly CheckFacts[] {
  const declared = ownProperty(manifest, 'checks')
  if (!isJsonObject(declared)) return []
  return Object.entries(declared).flatMap(([id, value]) => {
    const path = typeof value === 'string' ? modulePath(value) : undefined
    return path === undefined || customCheckIdError(id, catalog) !== undefined
      ? []
      : [placeholderFacts(id, path)]
  })
}

function limitsOf(paths: readonly string[], checks: readonly CheckFacts[]): readonly string[] {
  const typescript = paths.filter(path => path.endsWith('.ts') && !isTestName(path))
  const tests = paths.filter(path => isTestName(path) || isTrafficName(path))
  return [
    ...(typescript.length === 0
      ? []
      : [`TypeScript is compiled by the command line only: ${typescript.join(', ')}.`]),
    ...(tests.length === 0 ? [] : [`Tests are run by "portolan test": ${tests.join(', ')}.`]),
    ...(checks.length === 0
      ? []
      : [
          `Modules of custom checks are loaded by the command line only: ${checks.map(({ id }) => id).join(', ')}.`,
        ]),
  ]
}
