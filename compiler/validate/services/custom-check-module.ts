// The identifiers and module paths of custom checks, validated before anything is loaded.

import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Catalog } from '../../facts/catalog.ts'
import { DEFAULT_OWNER_PREFIX } from '../../facts/create-catalog.ts'

const CUSTOM_CHECK_ID = /^[a-z][a-z0-9-]*\.[a-z][A-Za-z0-9]*$/
const MODULE_EXTENSION = /\.m?[jt]s$/

/** Why an identifier is not allowed for a custom check, as a sentence. */
export function customCheckIdError(id: string, catalog: Catalog): string | undefined {
  if (!CUSTOM_CHECK_ID.test(id))
    return `${quoteName(id)} is not a valid check name: use an owner, a dot and a name, such as "acme.tone".`
  if (id.startsWith(DEFAULT_OWNER_PREFIX))
    return `${quoteName(id)} uses the owner of the built-in checks: use your own.`
  const known = catalog.check(id)
  return known === undefined || known.module !== undefined
    ? undefined
    : `${quoteName(id)} is already the name of a check.`
}

/**
 * The normalized path below the manifest's folder, or undefined when it is not a TypeScript or JavaScript file there.
 */
export function modulePath(written: string): string | undefined {
  if (!MODULE_EXTENSION.test(written) || /^[/\\]|^[a-z]+:|\\|\0/i.test(written)) return undefined
  const steps: string[] = []
  for (const step of written.split('/')) {
    if (step === '' || step === '.') continue
    if (step === '..' && steps.pop() === undefined) return undefined
    if (step !== '..') steps.push(step)
  }
  return steps.join('/')
}

export const MODULE_PATH_ADVICE =
  'It must be the path of a .ts, .mts, .js or .mjs file in the folder of the manifest.'
