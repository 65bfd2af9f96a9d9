// One stored provider with scripted replies, and the requests that it received.
import { type CallInput, createHarness } from '../../support/harness.ts'
import type { HarnessReply } from '../../support/read-harness-reply.ts'
import type { SentRequest, Step } from '../../support/scripted-upstream.ts'

const ENVIRONMENT = { KEY: 'key', SECRET: 'secret' }

export interface ProviderExchange {
  readonly reply: HarnessReply
  readonly sent: readonly SentRequest[]
  /** Method and address of each request. */
  readonly requests: readonly string[]
}

export async function callProvider(
  provider: object,
  method: string,
  path: string,
  script: readonly Step[],
  more: CallInput & { readonly gateway?: object } = {},
): Promise<ProviderExchange> {
  const { gateway, headers, ...input } = more
  const here = createHarness({
    manifest: { providers: { main: provider }, ...gateway },
    script,
    environment: ENVIRONMENT,
  })
  const reply = await here.call({
    method,
    path,
    body: '',
    ...input,
    headers: { 'x-gateway-provider': '@main', ...headers },
  })
  const { sent } = here.upstream
  return { reply, sent, requests: sent.map(each => `${each.method} ${each.origin}${each.path}`) }
}

export const uploadOf = (purpose: string, name: string, text: string): CallInput => ({
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
  body: `--x\r\nContent-Disposition: form-data; name="purpose"\r\n\r\n${purpose}\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${text}\r\n--x--\r\n`,
})

/** Lines of a batch file, each a question under its own identifier. */
export const batchFile = (model: string, ...ids: readonly string[]): string =>
  ids
    .map(id =>
      JSON.stringify({
        custom_id: id,
        method: 'POST',
        url: '/v1/chat/completions',
        body: { model, messages: [{ role: 'user', content: `Hello ${id}` }], max_tokens: 10 },
      }),
    )
    .join('\n')

export const linesOf = (text: string): readonly Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Record<string, unknown>)

/** Replies by which nothing is known of a resource. */
export const UNREADABLE: readonly (readonly [title: string, step: Step])[] = [
  ['an error of the service', { status: 503, text: 'SlowDown' }],
  ['not there yet', { status: 404, text: 'NotFound' }],
  ['no reply in time', { fails: 'timeout' }],
  ['a page of a proxy', { status: 200, text: '<html></html>' }],
]

export const BATCH = { endpoint: '/v1/chat/completions', completion_window: '24h' }
