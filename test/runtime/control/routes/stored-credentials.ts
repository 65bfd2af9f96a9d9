// A control plane that may seal secrets, and a gateway that serves calls with what its store has.
import { createStoredProviders } from '../../../../runtime/control/resources/providers/stored-providers.ts'
import { openStoredReferences } from '../../../../runtime/control/resources/secret-references/stored-references.ts'
import { headerValue } from '../../../../runtime/values/headers.ts'
import {
  type ControlHarness,
  type openControl,
  sha256,
  startControl,
} from '../../../support/control-harness.ts'
import { createHarness } from '../../../support/harness.ts'
import { completion } from '../../../support/sample-bodies.ts'

export const KEY = Buffer.from('k'.repeat(32)).toString('base64')

export const start = async (
  manifest: object = {},
  options: Parameters<typeof openControl>[1] = { encryptionKey: KEY },
) => {
  return await startControl(manifest, options)
}

export const OPENAI = { name: 'OpenAI', ai_provider_id: 'openai', key: 'sk-live-0123456789abcdef' }

/** All that is in the store, as text. */
export const stored = async ({ context }: ControlHarness): Promise<string> => {
  const kinds = ['integration', 'provider', 'secret-reference', 'audit']
  const all = await Promise.all(kinds.map(kind => context.store?.list(kind, { limit: 100 })))
  return JSON.stringify(all)
}

/** A gateway that serves calls with what the store of a control plane has. */
export function gatewayOf(
  { context, clock }: ControlHarness,
  manifest: object,
  values: Readonly<Record<string, string>> = {},
) {
  const { replica, gateway, catalog, sealing } = context
  if (replica === undefined) throw new Error('There is no store.')
  const faults: string[] = []
  const references = openStoredReferences({
    replica,
    sealing,
    clock,
    random: () => 0.5,
    onChange: () => {},
    openSource: (reference, credential) => async () => ({
      text: `${values[reference.path]} for ${credential('vault_token')}${reference.key ?? ''}`,
    }),
  })
  const storedProviders = createStoredProviders({
    replica,
    references,
    sealing,
    gateway,
    catalog,
    clock,
    hash: sha256,
    writeLog: (_level, message) => void faults.push(message),
  })
  const script = Array.from({ length: 9 }, () => ({ status: 200, body: completion('Hello') }))
  const here = createHarness({ manifest, storedProviders, script })
  const ask = async (model: string, headers: Readonly<Record<string, string>> = {}) => {
    const reply = await here.call({
      headers,
      body: { model, messages: [{ role: 'user', content: 'Hi' }] },
    })
    const sent = here.upstream.sent.at(-1)
    return {
      status: reply.status,
      json: reply.json,
      sentKey: headerValue(sent?.headers ?? [], 'authorization'),
      origin: sent?.origin,
    }
  }
  return { ask, call: here.call, references, faults, sent: here.upstream.sent }
}
