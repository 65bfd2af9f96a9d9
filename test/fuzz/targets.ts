// What is fuzzed: samples, and a function that reads damaged ones. It returns nothing, or the sentence that the result contradicts.

import { compile } from '../../compiler/compile.ts'
import { parseTemplate } from '../../compiler/prompts/parse-template.ts'
import { readCard } from '../../runtime/agents/card/read-card.ts'
import { parseFilter } from '../../runtime/control/scim/filter.ts'
import { patchDocument } from '../../runtime/control/scim/patch.ts'
import { readMetadata, readRequestOptions, traceIdOf } from '../../runtime/gateway/request-options.ts'
import { answerText, parseMessage, requestMessage } from '../../runtime/mcp/messages/message.ts'
import { decodeHeaderValue, encodeHeaderValue } from '../../runtime/mcp/messages/mirrored-headers.ts'
import { compileMessages, type RenderMessages } from '../../runtime/prompts/compile-messages.ts'
import { createBody, createFormBody } from '../../runtime/values/body/body.ts'
import { scanForm } from '../../runtime/values/body/scan-form.ts'
import { scanInTurns } from '../../runtime/values/body/scan-in-turns.ts'
import { type JsonFields, scanFields } from '../../runtime/values/body/scan-json-fields.ts'
import { spliceForm } from '../../runtime/values/body/splice-form.ts'
import { isFailure } from '../../runtime/values/failures.ts'
import { decodeComponent, queryTexts, queryValue, writeQuery } from '../../runtime/values/query-string.ts'
import { traceContextFor } from '../../runtime/values/trace-context.ts'
import { asObject, type Json, parseJson } from '../../schemas/values/json.ts'
import { BODY } from '../chaos/replies.ts'
import { realCatalog } from '../support/catalog.ts'
import { bytes, type FuzzTarget, text } from './fuzz-target.ts'
import { STREAM_TARGETS } from './stream-targets.ts'

const CHAT =
  '{"model":"@openai/gpt-4o","messages":[{"role":"user","content":"Hi \\ud83d\\udca5 \\"x\\""}],"stream":true,"temperature":1e-7,"n":9007199254740993,"metadata":{"a":[1,[2,{"b":null}]]}}'

const fieldsText = (fields: JsonFields | undefined): string =>
  fields === undefined ? 'none' : JSON.stringify([fields.names, fields.spans, fields.close])

function fuzzJson(input: Uint8Array): string | undefined {
  const whole = fieldsText(scanFields(input))
  for (const step of [1, 7, 64]) {
    const turns = scanInTurns(input, step)
    let turn = turns.next()
    for (let count = 0; turn.done !== true; count += 1) {
      if (count > input.length + 8) return `A scan in steps of ${step} does not end.`
      turn = turns.next()
    }
    if (fieldsText(turn.value as JsonFields | undefined) !== whole)
      return `A scan in steps of ${step} differs.`
  }
  const body = createBody(input)
  const json = body.json()
  body.canonical(() => 'hash')
  body.excess()
  for (const name of ['model', '__proto__', 'messages']) {
    const field = body.field(name)
    if (isFailure(json) || field === undefined || !Object.hasOwn(json, name)) continue
    if (JSON.stringify(field) !== JSON.stringify(json[name]))
      return `The field ${name} differs from that of the whole.`
  }
  if (isFailure(json)) return undefined
  // A byte-order mark is ignored, as RFC 8259 allows.
  const parsed = parseJson(text(input).replace(/^\ufeff/, ''))
  return JSON.stringify(parsed) === JSON.stringify(json)
    ? undefined
    : 'The body differs from what the platform parses.'
}

const FORM = [
  '--b\r\ncontent-disposition: form-data; name="model"\r\n\r\nwhisper-1\r\n',
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n\0\x01RIFF\r\n',
  '--b--\r\n',
].join('')

function fuzzForm(input: Uint8Array): string | undefined {
  createFormBody(input, 'b', undefined)
  scanForm(input, 'b', true)
  const form = scanForm(input, 'b')
  if (typeof form === 'string') return undefined
  const spliced = spliceForm(
    input,
    form,
    new Map<string, Json | undefined>([
      ['model', 'other'],
      ['gone', undefined],
    ]),
  )
  const again = scanForm(spliced, 'b')
  if (typeof again === 'string') return `After a replacement the form is not valid: ${again}`
  const models = again.parts.filter(({ name, file }) => name === 'model' && !file)
  return models.length === 1 ? undefined : `After a replacement there are ${models.length} fields "model".`
}

const HEADERS =
  'x-gateway-config\nchat\nx-gateway-metadata\n{"a":"b"}\nx-gateway-request-timeout\n1000\nx-gateway-forward-headers\nx-a,x-b\ntraceparent\n00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\ntracestate\na=b,c=d\nauthorization\nBearer x\nx-gateway-cache-force-refresh\ntrue\nx-gateway-custom-host\nhttps://a.example/v1'

function fuzzHeaders(input: Uint8Array): string | undefined {
  const headers = Buffer.from(input).toString('latin1').split('\n')
  readRequestOptions(headers, 'x-gateway-')
  traceContextFor(headers, '0af7651916cd43dd8448eb211c80319c')
  const [, value = ''] = headers
  readMetadata(value, 'x-gateway-')
  traceIdOf(value, headers[3], () => 'new')
  decodeHeaderValue(value)
  const decoded = decodeHeaderValue(encodeHeaderValue(text(input)))
  if (decoded !== text(input)) return 'A header value changes when it is encoded and decoded.'
  const path = `/v1/chat?${value}`
  queryTexts(path)
  decodeComponent(value)
  const written = queryValue(writeQuery(path, 'name', 'a b&c'), 'name')
  return written === 'a b&c' ? undefined : `A written query has ${JSON.stringify(written)}.`
}

const TEMPLATE =
  'Hi {{name}}, {{#items}}{{.}}, {{/items}}{{^none}}nobody{{/none}}{{! note }}{{{a.b}}} {{> part}}'
const VARIABLES = { name: 'Ada', items: ['a', { items: ['b'] }], a: { b: '{{name}}' }, none: [] }

function fuzzTemplate(input: Uint8Array): string | undefined {
  const source = text(input)
  const { errors } = parseTemplate(source)
  const render: RenderMessages = compileMessages([{ role: 'user', content: source }], () => undefined)
  const rendered = render(VARIABLES)
  if (isFailure(rendered) || errors.length > 0) return undefined
  const { content } = asObject(rendered[0])
  return typeof content === 'string' ? undefined : 'The content is not a string.'
}

const CARD = JSON.stringify({
  name: 'Agent',
  protocolVersion: '1.0',
  url: 'https://agent.example/a2a',
  supportedInterfaces: [
    { url: 'https://agent.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: true },
  skills: [{ id: 'a', name: 'b', tags: ['c'] }],
  signatures: [{ protected: 'eyJhbGciOiJFUzI1NiJ9', signature: 'AAAA' }],
})
const KEY =
  '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----'

async function fuzzCard(input: Uint8Array): Promise<string | undefined> {
  const card = parseJson(text(input))
  if (card === undefined) return undefined
  for (const trustedKeys of [undefined, [KEY]]) {
    const read = await readCard(card, {
      slug: 'agent',
      url: 'https://gateway.example/agents/agent',
      versions: ['1.0', '0.3'],
      interfaces: undefined,
      origins: new Set(['https://agent.example']),
      needsKey: true,
      pushes: true,
      signatures: 'drop',
      trustedKeys,
      signer: async () => undefined,
    })
    if (isFailure(read)) continue
    if (trustedKeys !== undefined) return 'A card without a valid signature is trusted.'
    const other = read.interfaces.find(({ url }) => new URL(url).origin !== 'https://agent.example')
    if (other !== undefined) return `An interface is at another origin: ${other.url}`
  }
  return undefined
}

function fuzzRpc(input: Uint8Array): string | undefined {
  const message = parseMessage(text(input))
  if (message?.kind === 'request') {
    const again = parseMessage(requestMessage(message.id, message.method, message.params))
    return JSON.stringify(again) === JSON.stringify(message)
      ? undefined
      : 'A request changes when it is written.'
  }
  if (message?.kind === 'answer') {
    const again = parseMessage(answerText(message.id, message.outcome))
    return again?.kind === 'answer' ? undefined : 'An answer is none when it is written.'
  }
  return undefined
}

const PATCH =
  '[{"op":"replace","path":"emails[type eq \\"work\\"].value","value":"a@b.example"},{"op":"remove","path":"active"}]'

function fuzzScim(input: Uint8Array): string | undefined {
  const source = text(input)
  const filter = parseFilter(source)
  if (!isFailure(filter) && filter.length === 0) return 'A filter without a condition selects everything.'
  const operations = parseJson(source)
  if (operations !== undefined) {
    const patched = patchDocument(
      { userName: 'ada', active: true, emails: [{ type: 'work', value: 'x' }] },
      operations,
    )
    if (!isFailure(patched) && Object.getPrototypeOf(patched) !== Object.prototype)
      return 'The prototype was patched.'
  }
  return 'polluted' in {} ? 'All objects have a new property.' : undefined
}

const CONFIG =
  '{"strategy":{"mode":"conditional","conditions":[{"query":{"metadata.a":{"$in":["b"]}},"then":"x"}],"default":"y"},"retry":{"attempts":2,"on_status_codes":[429]},"targets":[{"name":"x","provider":"openai","api_key":"k","override_params":{"model":"m"}},{"name":"y","provider":"@main","weight":0.5,"input_guardrails":[{"default.regexMatch":{"rule":"a+"},"deny":true}]}]}'

function fuzzConfig(input: Uint8Array): string | undefined {
  const source = text(input)
  const { plan, diagnostics } = compile({ name: 'x-gateway-config', text: source }, realCatalog)
  if (plan === undefined && diagnostics.length === 0) return 'There is neither a plan nor a diagnostic.'
  const outside = diagnostics.find(({ location: { span } }) => span.start < 0 || span.end > source.length)
  return outside === undefined ? undefined : `A diagnostic is outside of the text: ${outside.code}`
}

export const TARGETS: readonly FuzzTarget[] = [
  {
    name: 'JSON bodies',
    samples: [bytes(CHAT), bytes(BODY), bytes('{}'), bytes(' { "a" : [ ] } ')],
    run: fuzzJson,
  },
  { name: 'forms', samples: [Buffer.from(FORM, 'latin1')], run: fuzzForm },
  ...STREAM_TARGETS,
  { name: 'headers', samples: [bytes(HEADERS)], run: fuzzHeaders },
  {
    name: 'prompt templates',
    samples: [bytes(TEMPLATE), bytes('{{#a}}{{#b}}{{c}}{{/b}}{{/a}}')],
    run: fuzzTemplate,
  },
  { name: 'agent cards', samples: [bytes(CARD)], run: fuzzCard },
  {
    name: 'JSON-RPC',
    samples: [
      bytes(
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"n":12345678901234567890}}}',
      ),
      bytes('{"jsonrpc":"2.0","id":"x","result":{"content":[{"type":"text","text":"Hi"}]}}'),
      bytes('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x","data":[1]}}'),
    ],
    run: fuzzRpc,
  },
  {
    name: 'SCIM',
    samples: [bytes('userName eq "ada" and emails[type eq "work"].value eq "a@b.example"'), bytes(PATCH)],
    run: fuzzScim,
  },
  { name: 'configs in headers', samples: [bytes(CONFIG)], run: fuzzConfig },
]
