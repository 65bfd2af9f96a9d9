// Replies in the vendor's schema that are not passed unread, each with the code that reads them, which is loaded when it is first needed:
// those of providers that deviate from the schema, vectors that the client wants packed, and strict compliance that is written out.
import type { NativeEndpoint, RepairReply, Target } from '../target/target.ts'

const normalizeChat: RepairReply = async () =>
  (await import('../../providers/compatible/compatible.ts')).normalizedChat

/** Clients of the vendor request base64 by themselves, and read nothing else then. */
const packVectors: RepairReply = ({ body }) =>
  body.field('encoding_format') === 'base64'
    ? import('../../providers/compatible/packed-embeddings.ts').then(
        ({ packedEmbeddings }) => packedEmbeddings,
      )
    : undefined

/** Compliance that is written out: what deviates is repaired, and foreign fields are left out. */
export const limitToVendor: RepairReply = async (call, serving, target) => {
  const { withVendorFieldsOnly } = await import('./vendor-fields-only.ts')
  const { endpoint, adapter } = serving
  const isRaw = adapter === undefined || adapter.requestOnly === true
  const repair = isRaw ? repairs[endpoint]?.(call, serving, target) : undefined
  return withVendorFieldsOnly(endpoint, isRaw ? await repair : adapter, target)
}

const repairs: { readonly [E in NativeEndpoint['endpoint']]?: RepairReply } = {
  'chat/completions': normalizeChat,
  embeddings: packVectors,
}

/** For an endpoint whose replies pass unread otherwise: of a provider that is known or declared to deviate. */
export function repairOf(
  endpoint: NativeEndpoint['endpoint'],
  { spec, settings }: Pick<Target, 'spec' | 'settings'>,
): RepairReply | undefined {
  if (endpoint === 'embeddings') return spec.packsVectors === true ? undefined : packVectors
  return spec.deviating === true || settings['deviating'] === true ? repairs[endpoint] : undefined
}
