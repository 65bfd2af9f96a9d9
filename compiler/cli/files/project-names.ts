// What the names of files in a project mean: manifests, configs, prompts, tests and traffic models.
const EXTENSIONS = ['yaml', 'yml', 'json', 'ts']
/** The names that a manifest may have. */
export const MANIFEST_NAMES = EXTENSIONS.map(extension => `gateway.${extension}`)
const EXTENSION = new RegExp(`\\.(${EXTENSIONS.join('|')})$`)

/** Tests of configs and of custom checks, and traffic models. */
const TEST = /\.test\.(ya?ml|json|ts)$/
const TRAFFIC = /\.traffic\.(ya?ml|json)$/
/** Shared parts of configs, declarations, plans and files of other tools. */
const NOT_A_CONFIG = /^[_.]|\.d\.ts$|\.plan(\.map)?\.json$|^package(-lock)?\.json$|^tsconfig.*\.json$/
const SKIPPED_FOLDER = /^[_.]|^node_modules$/

/** True for files of a supported format. */
export const isReadableName = (path: string): boolean => EXTENSION.test(path)

export const isManifestName = (name: string): boolean => MANIFEST_NAMES.includes(name)

/** True for names of tests. */
export const isTestName = (name: string): boolean => TEST.test(name)

export const isTrafficName = (name: string): boolean => TRAFFIC.test(name)

/** True for folders whose files belong to no project. */
export const isSkippedFolder = (name: string): boolean => SKIPPED_FOLDER.test(name)

/** A file name without extension: the identifier of a config. */
export const stemOf = (name: string): string => name.replace(EXTENSION, '')

/** Any file that is named explicitly is a config, but tests and traffic models. */
export const isSourceName = (path: string): boolean =>
  isReadableName(path) && !isTestName(path) && !isTrafficName(path)

/** True for names of configs, for files that were not named explicitly. */
export const isConfigName = (name: string): boolean =>
  isSourceName(name) && !isManifestName(name) && !NOT_A_CONFIG.test(name)

/** The folder of partials in that of prompts. */
export const PARTIALS = 'partials'
const PROMPT = /\.(ya?ml|json)$/

/** True for names of files that may be a prompt: not TypeScript. */
export const isPromptFormat = (name: string): boolean => PROMPT.test(name)

export const isTextName = (name: string): boolean => name.endsWith('.txt')

/** The identifier of a prompt or partial. */
export const promptIdOf = (name: string): string => stemOf(name).replace(/\.txt$/, '')
