// Every recorded Azure exchange, replayed through a gateway: the request must be sent to the recorded URL, and the
// reply must reach the client, byte for byte where it is in the OpenAI schema.
import { describe, expect, test } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import { expectRecordings } from '../expect-recordings.ts'
import { areRecorded, isRecorded, recordedFolders, recordedJson, recordedText } from '../recordings.ts'
import { azureConfigOf } from './recorded-address.ts'

interface Case {
  readonly folder: string
  readonly route: string
  readonly status: number
  readonly url: string | null
  readonly errorMessage: string | undefined
}

const ROUTES = ['chat-completions', 'completions', 'embeddings', 'responses', 'messages']

const cases: readonly Case[] = ['azure-openai', 'azure-ai-foundry'].flatMap(provider =>
  ROUTES.filter(route => isRecorded(`${provider}/${route}`)).flatMap(route =>
    recordedFolders(`${provider}/${route}`).map(name => {
      const folder = `${provider}/${route}/${name}`
      const { status, url } = recordedJson(`${folder}/meta.json`) as Pick<Case, 'status' | 'url'>
      const { errorMessage } = recordedJson(`${folder}/observed.json`) as Pick<Case, 'errorMessage'>
      return { folder, route: route.replace('-', '/'), status, url, errorMessage }
    }),
  ),
)

/** One stream was recorded as event payloads only. */
function streamOf(folder: string): string {
  const text = recordedText(`${folder}/stream.txt`)
  if (/^(data|event):/.test(text)) return text
  const events = text.split('\n').filter(line => line.trim() !== '')
  return `${events.map(line => `data: ${line}\n\n`).join('')}data: [DONE]\n\n`
}

function recordedReply({ folder, status }: Case) {
  const text = isRecorded(`${folder}/stream.txt`) ? streamOf(folder) : recordedText(`${folder}/response.json`)
  return isRecorded(`${folder}/stream.txt`)
    ? { text, step: { events: [text] } }
    : { text, step: { status, text } }
}

async function replay(each: Case) {
  const url = new URL(
    (each.url ?? 'https://resource.openai.azure.com/openai/v1/chat/completions').toLowerCase(),
  )
  const { call, upstream } = createHarness({
    configs: { recorded: { ...azureConfigOf(url), api_key: '${env:KEY}', reply_model: 'served' } },
    environment: { KEY: 'k' },
    script: [recordedReply(each).step],
  })
  const stream = isRecorded(`${each.folder}/stream.txt`)
  const body = isRecorded(`${each.folder}/request.json`)
    ? recordedText(`${each.folder}/request.json`)
    : JSON.stringify({ model: 'model-router', messages: [], stream })
  const reply = await call({ path: `/${each.route}`, headers: { 'x-gateway-config': 'recorded' }, body })
  return { url, body, reply, sent: upstream.sent }
}

expectRecordings(
  [
    { found: cases.length, atLeast: 25 },
    { found: cases.filter(({ folder }) => isRecorded(`${folder}/stream.txt`)).length, atLeast: 8 },
  ],
  '',
)

const isNormalized = ({ folder }: Case): boolean => /azure-ai-foundry\/.*chat/.test(folder)

describe.runIf(areRecorded)('exchanges', () => {
  test.each(cases.map(each => [each.folder, each] as const))('%s', async (_, each) => {
    const { url, body, reply, sent } = await replay(each)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toBe(body)
    // One recording used a nonexistent path; it contains the error for that.
    const asked = new URL(`${sent[0]?.origin}${sent[0]?.path}`.toLowerCase())
    if (url.pathname !== '/chat/completions') {
      expect(asked.host).toBe(url.host.replace('azure_', ''))
      expect(asked.pathname).toBe(url.pathname.replace(/^\/+/, '/'))
      if (url.search !== '') expect(asked.search).toBe(url.search)
    }
    expect(reply.status).toBe(each.status)
    if (each.status !== 200)
      return expect(reply.text).toContain(JSON.stringify(each.errorMessage).slice(1, -1))
    // Replies of other models are normalized, which the conformance suite checks.
    if (isNormalized(each)) return expect(reply.json ?? reply.events.at(-1)).toBeTruthy()
    // A recorded stream may lack its last empty line.
    expect(reply.text.trimEnd()).toBe(recordedReply(each).text.trimEnd())
  })
})
