// One scenario recorded in several dialects: requested in one of the inbound dialects, the provider must get what
// was recorded in its own dialect.
import type { Json, JsonObject } from '../../compiler/source.ts'
import { asObject, asText, isObject } from '../../runtime/providers/wire/json.ts'
import { comparable as ofAnthropic } from '../runtime/providers/anthropic/comparable.ts'
import { comparable as ofBedrock } from '../runtime/providers/bedrock/comparable.ts'
import { comparable as ofGoogle } from '../runtime/providers/google/comparable.ts'
import { isRecorded, recordedFolders, recordedJson } from '../runtime/providers/recordings.ts'
import { scene } from '../support/scene.ts'
import type { PlayedConfig } from './rows.ts'

/** The inbound dialects, by the path of each. */
const INBOUND: Readonly<Record<string, string>> = {
  'chat-completions': '/chat/completions',
  responses: '/responses',
  anthropic: '/messages',
}

interface Outbound {
  readonly provider: string
  readonly config: PlayedConfig
  readonly model: string
  readonly comparable: (body: JsonObject) => JsonObject
}

const KEY = { api_key: '${env:KEY}' }
const PLACE = { cloud3_region: 'us-central1', cloud3_project_id: 'project' }

const OUTBOUND: Readonly<Record<string, Outbound>> = {
  anthropic: {
    provider: 'anthropic',
    config: { provider: 'anthropic', ...KEY },
    model: 'claude-test',
    comparable: body => ofAnthropic(body, []),
  },
  bedrock: {
    provider: 'aws-bedrock',
    config: { provider: 'bedrock', cloud1_region: 'us-east-1', ...KEY },
    model: 'us.anthropic.claude-test-v1:0',
    comparable: ({ modelId: _, ...body }) => ofBedrock(body),
  },
  google: {
    provider: 'google-gemini',
    config: { provider: 'google', ...KEY },
    model: 'gemini-2.5-flash',
    comparable: body => ofGoogle(body, []),
  },
  'vertex-anthropic': {
    provider: 'google-vertex',
    config: { provider: 'vertex', ...PLACE, ...KEY },
    model: 'claude-x',
    comparable: body => ofGoogle(body, []),
  },
}

export interface Crossing {
  readonly group: string
  readonly file: string
  readonly from: string
  readonly to: string
  readonly provider: string
}

const FILES = ['request', 'followup-request']

/** Every pair of an inbound and a provider dialect for which both were recorded. */
export const crossings = (): readonly Crossing[] =>
  recordedFolders('cross').flatMap(group =>
    Object.keys(INBOUND).flatMap(from =>
      Object.entries(OUTBOUND).flatMap(([to, { provider }]) =>
        FILES.filter(
          file =>
            from !== to &&
            [from, to].every(dialect => isRecorded(`cross/${group}/${dialect}/${file}.json`)) &&
            // Native Anthropic messages pass through to Claude at Vertex AI.
            !(from === 'anthropic' && to === 'vertex-anthropic'),
        ).map(file => ({ group, file, from, to, provider })),
      ),
    ),
  )

export const titleOf = ({ group, file, from, to }: Crossing): string =>
  `cross/${group}/${file} (${from} to ${to})`

const PICTURE = { status: 200, headers: ['content-type', 'image/png'], text: 'PNG' }

/** The request sent to the provider and the recorded one, in comparable form. */
export async function cross({
  group,
  file,
  from,
  to,
}: Crossing): Promise<readonly [sent: JsonObject, recorded: JsonObject]> {
  const { config, model, comparable } = OUTBOUND[to] ?? never(to)
  const body = asObject(recordedJson(`cross/${group}/${from}/${file}.json`))
  const recorded = asObject(recordedJson(`cross/${group}/${to}/${file}.json`))
  // The first reply is for an image that the gateway fetches, if any.
  const { call, upstream } = scene({
    configs: { crossed: config },
    environment: { KEY: 'crossed-key' },
    script: [PICTURE, PICTURE, PICTURE],
  })
  const asked = asText(recorded['model']) ?? model
  const reply = await call({
    path: INBOUND[from] ?? never(from),
    headers: { 'x-gateway-config': 'crossed' },
    body: { ...body, model: asked },
  })
  const sent = upstream.sent.findLast(({ method }) => method === 'POST')
  if (sent === undefined) throw new Error(`Nothing was sent: ${reply.text}`)
  const written = comparable(without(asObject(sent.json as Json), ['stream']))
  const wanted = comparable(without(recorded, ['stream']))
  const asks = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'].some(name => name in body)
  const isShared =
    asks && LIMITS.some(path => at(written, path) !== undefined && at(wanted, path) !== undefined)
  return isShared ? [written, wanted] : [withoutLimit(written), withoutLimit(wanted)]
}

const LIMITS = ['max_tokens', 'generationConfig.maxOutputTokens', 'inferenceConfig.maxTokens']

/** One dialect requires a limit, which only one of two recordings may contain. */
const withoutLimit = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(leaving(body, LIMITS)).filter(
      ([, value]) => !isObject(value) || Object.keys(value).length > 0,
    ),
  )

const at = (body: JsonObject, path: string): Json | undefined =>
  path.split('.').reduce<Json | undefined>((value, name) => asObject(value)[name], body)

const without = (body: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

/** Bodies without the properties at these paths. */
export const leaving = (body: JsonObject, paths: readonly string[]): JsonObject =>
  paths.reduce((object, path) => removed(object, path.split('.')), body)

function removed(object: JsonObject, [name = '', ...path]: readonly string[]): JsonObject {
  const { [name]: value, ...rest } = object
  return path.length === 0 || !isObject(value) ? rest : { ...rest, [name]: removed(value, path) }
}

function never(dialect: string): never {
  throw new Error(`Unknown dialect ${dialect}.`)
}
