// Writes the settings of a coding agent into its files. What is there stays, and each file is copied before it changes.
import { copyFileSync, existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  freshFile,
  mergeSettings,
  type SetupValues,
  settingsOf,
  stepLines,
} from '../../../schemas/contracts/coding-agent.ts'
import type { SetupStep } from '../../../schemas/generated/types.ts'
import { isObject, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { updateYaml, writeYaml } from '../../read/yaml/write-commented-yaml.ts'
import { describeFileError } from '../files/read-file.ts'
import { writeNewFile } from '../files/write-file.ts'
import type { Terminal } from '../terminal.ts'

type Environment = Terminal['environment']

/** The path of a step's file on this machine. */
export function setupPath(
  { file = '', variable }: SetupStep,
  home: string,
  environment: Environment,
): string {
  const named = variable === undefined ? undefined : environment[variable]
  if (named) return join(named, file.slice(dirname(file).length + 1))
  const shared = environment['XDG_CONFIG_HOME']
  return shared && file.startsWith('.config/')
    ? join(shared, file.slice('.config/'.length))
    : join(home, file)
}

/** A step as text for people: the file with its settings, or the lines to run or to enter. */
export function describeSetup(step: SetupStep, path: string, values: SetupValues): string {
  return step.file === undefined
    ? stepLines(step, values)
    : `# ${path}\n${freshFile(step, values, writeYaml)}`
}

export type SetupResult =
  | { readonly path: string; readonly backup: string | undefined; readonly changed: boolean }
  | { readonly fault: string }

/** `day` is in the name of the copy. */
export function writeSetup(step: SetupStep, named: string, values: SetupValues, day: string): SetupResult {
  let path = named
  let current: string | undefined
  try {
    // A link stays a link: files of settings are often links into a folder of their own.
    if (existsSync(named)) path = realpathSync(named)
    current = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  } catch (error) {
    return { fault: `${named} ${describeFileError(error)}.` }
  }
  const text = textFor(step, values, current)
  if (text === undefined)
    return {
      fault: `${path} has comments or is not ${(step.format ?? 'json').toUpperCase()}: it was not changed. Add these settings to it:\n${textFor(step, values, undefined)}`,
    }
  if (text === current) return { path, backup: undefined, changed: false }
  let backup: string | undefined
  try {
    if (current !== undefined) {
      backup = freeName(`${path}.${day}.bak`)
      copyFileSync(path, backup)
    }
  } catch (error) {
    return { fault: `${path} was not changed, since a copy of it ${describeFileError(error)}.` }
  }
  const fault = writeNewFile(path, text)
  return fault === undefined ? { path, backup, changed: true } : { fault }
}

function freeName(name: string): string {
  let free = name
  for (let number = 2; existsSync(free); number += 1) free = `${name}-${number}`
  return free
}

/** The text of the file with the settings in it; undefined if it cannot be read, or would lose comments. */
function textFor(step: SetupStep, values: SetupValues, current: string | undefined): string | undefined {
  const { format = 'json' } = step
  if (format === 'toml' || current === undefined || current.trim() === '')
    return freshFile(step, values, writeYaml)
  const merge = (old: JsonObject): JsonObject => mergeSettings(old, settingsOf(step, values))
  if (format === 'yaml') return updateYaml(current, merge)
  // Editors on Windows may begin a file with a byte order mark.
  const old = parseJson(current.replace(/^\uFEFF/, ''))
  return isObject(old) ? `${JSON.stringify(merge(old), null, indentOf(current))}\n` : undefined
}

/** The indentation of a JSON file. */
const indentOf = (text: string): string => /^\uFEFF?\{\r?\n([ \t]+)/.exec(text)?.[1] ?? '  '
