// The programs of `portolan clients`, unchanged, against a gateway with a provider of each vendor.
import { createHash } from 'node:crypto'
import { exampleCode } from '../../../schemas/contracts/client-library.ts'
import { clientLibraries } from '../../../schemas/generated/client-libraries.ts'
import type { ClientLibrary } from '../../../schemas/generated/types.ts'
import { MODELS, startProviderHarness } from '../../support/dialects/provider-harness.ts'
import { runProvider } from '../../support/running-gateway.ts'
import type { ProgramRun, ServedSuite } from '../run.ts'

const KEY = 'ptl_clients'

/** Replies of vendors that no double of a dialect plays, by the path that their SDKs call. */
const REPLIES: Readonly<Record<string, object>> = {
  '/v1/embeddings': {
    object: 'list',
    data: [{ object: 'embedding', embedding: [0.5, 0.5], index: 0 }],
    model: 'voyage-3.5',
    usage: { total_tokens: 1 },
  },
  '/v1/models/black-forest-labs/flux-schnell/predictions': {
    id: 'p1',
    model: 'black-forest-labs/flux-schnell',
    version: 'hidden',
    input: { prompt: 'a cat' },
    status: 'starting',
    created_at: '2026-11-01T00:00:00Z',
    urls: {
      get: 'https://api.replicate.com/v1/predictions/p1',
      cancel: 'https://api.replicate.com/v1/predictions/p1/cancel',
    },
  },
  '/v1/chat/completions': {
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  },
}

const SPEECH = Buffer.from('sound of a voice')

/** The models of a library: of several vendors, where it is not of one. */
const modelsFor = ({ vendor, models: [first = ''] }: ClientLibrary): readonly string[] =>
  vendor === undefined ? Object.values(MODELS) : [first]

export async function serve(): Promise<ServedSuite> {
  const vendors = await runProvider(({ url = '' }, response) => {
    const path = (url.split('?')[0] ?? '').replace(/^\/openai/, '')
    const isSpeech = path.startsWith('/v1/text-to-speech/')
    const reply = REPLIES[path]
    response.writeHead(isSpeech || reply !== undefined ? 200 : 404, {
      'content-type': isSpeech ? 'audio/mpeg' : 'application/json',
    })
    response.end(isSpeech ? SPEECH : JSON.stringify(reply ?? { detail: `Nothing is at ${url}.` }))
  })
  const hash = createHash('sha256').update(KEY).digest('hex')
  const at = (provider: string, path = '/v1') => ({
    provider,
    api_key: '${env:OPENAI}',
    custom_host: vendors.origin + path,
  })
  const harness = await startProviderHarness({
    more: {
      mistral: at('mistral'),
      groq: at('groq', '/openai/v1'),
      voyage: at('voyage'),
      replicate: at('replicate'),
      elevenlabs: at('elevenlabs'),
    },
    manifest: { api_keys: [{ id: 'clients', hash: `sha256:${hash}` }] },
  })
  const origin = new URL(harness.gateway.url).origin
  const programs = clientLibraries
    .filter(({ id }) => id !== 'portkey')
    .flatMap(library =>
      modelsFor(library).flatMap(model =>
        library.languages.map(
          (example): ProgramRun => ({
            name: `${library.id} ${example.language} ${model}`,
            example,
            code: exampleCode(example, { origin, model }),
          }),
        ),
      ),
    )
  return {
    env: { PORTOLAN_API_KEY: KEY },
    programs,
    close: async () => {
      await harness.stop()
      await vendors.stop()
    },
  }
}
