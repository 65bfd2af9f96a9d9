// Where things are in the checkout, and how tests list fixture folders.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The root of the checkout, with a trailing slash. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Where Node caches compiled code of the processes and threads that tests start. */
export const COMPILE_CACHE = `${ROOT}node_modules/.cache/portolan-tests`

export const folders = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter(item => item.isDirectory())
    .map(item => item.name)
    .sort()

export const files = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter(item => item.isFile())
    .map(item => item.name)
    .sort()
