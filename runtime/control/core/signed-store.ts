// A store whose saved resources are signed, for runtimes that do not trust it (`--trust`): what decides where calls and credentials
// go, and what is sent there, counts only if a trusted key has signed it. Who may call, and how much, is not signed: secrets of
// keys are hashed with a pepper that the store does not have, and every process writes when one was used.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { asObject, asText, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { quoted } from '../../values/failures.ts'
import type { Resource, ResourceStore, ResourceWrite } from './resource-store.ts'
import type { Signature, StatementSigner, StatementVerifier } from './signature.ts'
import { StoreError } from './store-error.ts'

export interface StoreSigning {
  /** The kinds whose objects are signed. */
  readonly kinds: ReadonlySet<string>
  /** Signs what is written; without it, such writes reject where a verifier is given. */
  readonly signer?: StatementSigner | undefined
  /** Accepts what is read; without it, everything counts. */
  readonly verifier?: StatementVerifier | undefined
  readonly writeLog: (level: 'info' | 'error', message: string) => void
}

/** The property of a stored object that has its signature; readers of the store see the object without it. */
const SIGNATURE = 'signature_of_value'

/** Unsigned resources that are logged; there may be as many as there are resources. */
const MAX_REPORTED = 20

/** Why a change is not made: the processes that use it would not, or no longer. */
export const SIGNATURE_NEEDED =
  'Saved resources are used only if a trusted key has signed them, and this process has no key to sign the change with. Start it with --signing-key, or make the change in the project and push it.'

/** Whether a resource was read from a store as it is, and was signed. */
export const hasSignature = ({ value }: Pick<Resource, 'value'>): boolean => value[SIGNATURE] !== undefined

export function createSignedStore(
  store: ResourceStore,
  { kinds, signer, verifier, writeLog }: StoreSigning,
): ResourceStore {
  const reported = new Set<string>()
  const reportUnsigned = (kind: string, id: string): void => {
    const name = `${kind} ${quoted(id)}`
    if (reported.has(name) || reported.size > MAX_REPORTED) return
    reported.add(name)
    writeLog(
      'error',
      reported.size > MAX_REPORTED
        ? 'More saved resources are not used, since no trusted key has signed them.'
        : `The saved ${name} is not used, since no trusted key has signed it.`,
    )
  }
  /** The resource without its signature; undefined if it does not count. */
  const accept = (resource: Resource): Resource | undefined => {
    const { kind, id } = resource
    if (!kinds.has(kind)) return resource
    const { [SIGNATURE]: signature, ...value } = resource.value
    if (verifier?.verifies(resourceStatement(kind, id, value), readSignature(signature)) === false) {
      reportUnsigned(kind, id)
      return undefined
    }
    return { ...resource, value }
  }
  const signed = (write: ResourceWrite): ResourceWrite => {
    const { kind, id, value } = write
    if (value === undefined || !kinds.has(kind)) return write
    if (signer === undefined) {
      if (verifier !== undefined) throw new StoreError('unsigned', SIGNATURE_NEEDED)
      return write
    }
    // As it is read again: without what is undefined.
    const stored: JsonObject = JSON.parse(JSON.stringify(value))
    const { key, value: bytes } = signer.sign(resourceStatement(kind, id, stored))
    return { ...write, value: { ...value, [SIGNATURE]: { key, value: bytes } } }
  }
  return {
    ...store,
    commit: async ({ writes, ...others }) => {
      const result = await store.commit({ ...others, writes: writes.map(signed) })
      const found = result.conflict?.found
      // A writer that tries again with what was found must not see the signature as a part of it.
      return found === undefined || result.conflict === undefined
        ? result
        : { conflict: { ...result.conflict, found: accept(found) ?? found } }
    },
    read: async (kind, id) => {
      const found = await store.read(kind, id)
      return found && accept(found)
    },
    readMany: async (kind, ids) => {
      const found = await store.readMany(kind, ids)
      return found.flatMap(resource => accept(resource) ?? [])
    },
    list: async (kind, options) => {
      const accepted: Resource[] = []
      // A page that is not full would be taken for the last.
      for (let { after } = options; ; ) {
        const limit = options.limit - accepted.length
        const page = await store.list(kind, { ...options, limit, ...(after !== undefined && { after }) })
        for (const resource of page) {
          const found = accept(resource)
          if (found !== undefined) accepted.push(found)
        }
        if (page.length < limit || accepted.length >= options.limit) return accepted
        after = page.at(-1)?.id
      }
    },
  }
}

const resourceStatement = (kind: string, id: string, value: JsonObject): string =>
  `portolan resource ${canonicalJson({ kind, id, value })}`

function readSignature(signature: Json | undefined): Signature | undefined {
  const { key, value: bytes } = asObject(signature)
  const [name, text] = [asText(key), asText(bytes)]
  return name === undefined || text === undefined ? undefined : { key: name, value: text }
}
