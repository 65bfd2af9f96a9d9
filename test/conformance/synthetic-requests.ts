// Synthetic requests for recordings that have none, or none for the requested endpoint.
import type { Recording } from './recording.ts'

export interface SyntheticRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** AWS supports few rerank models. */
const RERANKER = 'cohere.rerank-v3-5:0'
const BOUNDARY = 'made-up-boundary'

const jsonRequest = (body: object): SyntheticRequest => ({
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
})

/** A request to the endpoint at a path, whole or streamed as the recording is. */
export function syntheticRequest(
  path: string,
  { kind, model = 'recorded-model', route, observed }: Recording,
): SyntheticRequest {
  const streams = kind === 'stream' || route === 'converse-stream'
  const head = { model, ...(streams ? { stream: true } : {}) }
  if (path === '/responses') return jsonRequest({ ...head, input: 'Hello' })
  if (path === '/images/generations')
    return jsonRequest({ model: 'imagen-3.0-generate-002', prompt: 'A bird', n: 2 })
  if (path === '/messages/count_tokens')
    return jsonRequest({ model, messages: [{ role: 'user', content: 'Hello' }] })
  if (path === '/messages')
    return jsonRequest({ ...head, max_tokens: 4096, messages: [{ role: 'user', content: 'Hello' }] })
  if (path === '/embeddings')
    return jsonRequest({ ...head, input: ['Hello'], ...dimensionsOf(observed.dimensions) })
  if (path === '/rerank')
    return jsonRequest({
      model: model === 'recorded-model' ? RERANKER : model,
      query: 'Which?',
      documents: documentsFor(observed.results ?? []),
    })
  if (path.startsWith('/audio/')) return form(model)
  return jsonRequest({
    ...head,
    messages: [{ role: 'user', content: 'Hello' }],
    ...(streams ? { stream_options: { include_usage: true } } : {}),
  })
}

const dimensionsOf = (dimensions: number | undefined): object =>
  dimensions === undefined ? {} : { dimensions }

/** As many documents as the results refer to. */
const documentsFor = (results: readonly { readonly index: number }[]): readonly string[] =>
  Array.from(
    { length: Math.max(0, ...results.map(({ index }) => index)) + 1 },
    (_, index) => `document ${index}`,
  )

function form(model: string): SyntheticRequest {
  const part = (head: string, value: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
  const text = `${part('name="model"', model)}${part('name="file"; filename="a.wav"', 'RIFF')}--${BOUNDARY}--\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.from(text),
  }
}
