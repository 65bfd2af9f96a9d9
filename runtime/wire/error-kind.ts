// The kind of a provider's error, by the tables of all dialects. Loaded if a plan lists kinds.
import {
  broadNames,
  errorNames,
  errorTexts,
  otherwiseKinds,
  statusKinds,
} from '../../schemas/generated/error-kinds.ts'
import type { ErrorKind } from '../../schemas/generated/types.ts'
import type { VendorError } from '../values/adapter.ts'
import { errorType } from './error.ts'

const NAMES: ReadonlyMap<unknown, ErrorKind> = new Map(errorNames)
const BROAD_NAMES: ReadonlyMap<unknown, ErrorKind> = new Map(broadNames)
const ALWAYS: ReadonlyMap<number, ErrorKind> = new Map(statusKinds)
const OTHERWISE: ReadonlyMap<number, ErrorKind> = new Map(otherwiseKinds)

/** Characters of a message that are read; its subject is at its beginning. */
const MAX_READ = 1000

/**
 * A code is more specific than a type, and both more than a message, unless they are names of refusals of any kind. The
 * status decides if the body names nothing. Undefined for errors of no kind, such as 500.
 */
export function errorKind({ code, type, message }: VendorError, status: number): ErrorKind | undefined {
  const name = code === undefined || code === null ? code : String(code)
  return (
    NAMES.get(name) ??
    NAMES.get(type) ??
    kindOfText(message.slice(0, MAX_READ).toLowerCase()) ??
    BROAD_NAMES.get(name) ??
    ALWAYS.get(status) ??
    // An error without a type was given that of its status, which adds nothing.
    (type === errorType(status) ? undefined : BROAD_NAMES.get(type)) ??
    OTHERWISE.get(status)
  )
}

const kindOfText = (text: string): ErrorKind | undefined =>
  errorTexts.find(([part]) => text.includes(part))?.[1]
