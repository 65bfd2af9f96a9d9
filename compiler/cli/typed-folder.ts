// The folder in which a command was typed. npm runs the scripts of a package in the folder of the package, and passes that
// of its user in a variable.
import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'

/** The npm script that is a way to type commands; others, also of this name in other packages, have paths of their own. */
const SCRIPT = 'portolan'

export interface Launch {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The working folder of the process. */
  readonly folder: string
  /** The package.json of this package. */
  readonly manifest: string
}

/** Where relative paths on the command line start. */
export function typedFolder({ environment, folder, manifest }: Launch): string {
  const { INIT_CWD: typed = '', npm_lifecycle_event: script, npm_package_json: started } = environment
  const isTyped =
    script === SCRIPT && isSame(started, manifest) && isSame(folder, dirname(manifest)) && isAbsolute(typed)
  return isTyped && statSync(typed, { throwIfNoEntry: false })?.isDirectory() === true ? typed : folder
}

/** Also by way of links. */
const isSame = (one: string | undefined, other: string): boolean =>
  one !== undefined && existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other)
