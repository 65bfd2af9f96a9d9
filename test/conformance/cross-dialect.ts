// One scenario recorded in several dialects: requested in one of the inbound dialects, the provider must get what
// was recorded in its own dialect.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asObject, asText, isObject } from '../../schemas/values/json.ts'
import { comparable as ofAnthropic } from '../runtime/providers/anthropic/comparable.ts'
import { comparable as ofBedrock } from '../runtime/providers/bedrock/comparable.ts'
import { comparable as ofGoogle } from '../runtime/providers/google/comparable.ts'
import { isRecorded, recordedFolders, recordedJson } from '../runtime/providers/recordings.ts'
import { createHarness } from '../support/harness.ts'
import type { ReplayConfig } from './provider-configs.ts'

/** The inbound dialects, by the path of each. */
const INBOUND: Readonly<Record<string, string>> = {
  'chat-completions': '/chat/completions',
  responses: '/responses',
  anthropic: '/messages',
}

interface Outbound {
  readonly provider: string
  readonly config: ReplayConfig
  readonly model: string
  readonly comparable: (body: JsonObject) => JsonObject
}

const KEY = { api_key: '${env:KEY}' }
const VERTEX_SETTINGS = { cloud3_region: 'us-central1', cloud3_project_id: 'project' }

const OUTBOUND: Readonly<Record<string, Outbound>> = {
  anthropic: {
    provider: 'anthropic',
    config: { provider: 'anthropic', ...KEY },
    model: 'claude-opus-4-6',
    comparable: body => ofAnthropic(body, []),
  },
  bedrock: {
    provider: 'aws-bedrock',
    config: { provider: 'bedrock', cloud1_region: 'us-east-1', ...KEY },
    model: 'us.anthropic.claude-opus-4-6-v1:0',
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
    config: { provider: 'vertex', ...VERTEX_SETTINGS, ...KEY },
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

const IMAGE_REPLY = { status: 200, headers: ['content-type', 'image/png'], text: 'PNG' }

/** The request sent to the provider and the recorded one, in comparable form. */
export async function replayCrossing({
  group,
  file,
  from,
  to,
}: Crossing): Promise<readonly [sent: JsonObject, recorded: JsonObject]> {
  const { config, model, comparable } = OUTBOUND[to] ?? unknownDialect(to)
  const body = asObject(recordedJson(`cross/${group}/${from}/${file}.json`))
  const recorded = asObject(recordedJson(`cross/${group}/${to}/${file}.json`))
  // The first reply is for an image that the gateway fetches, if any.
  const { call, upstream } = createHarness({
    configs: { crossed: config },
    environment: { KEY: 'crossed-key' },
    script: [IMAGE_REPLY, IMAGE_REPLY, IMAGE_REPLY],
  })
  const requestedModel = asText(recorded['model']) ?? model
  const reply = await call({
    path: INBOUND[from] ?? unknownDialect(from),
    headers: { 'x-gateway-config': 'crossed' },
    body: { ...body, model: requestedModel },
  })
  const sent = upstream.sent.findLast(({ method }) => method === 'POST')
  if (sent === undefined) throw new Error(`Nothing was sent: ${reply.text}`)
  const written = comparable(withoutNames(asObject(sent.json as Json), ['stream']))
  const expected = comparable(withoutNames(recorded, ['stream']))
  const hasLimit = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'].some(name => name in body)
  const isShared =
    hasLimit &&
    LIMITS.some(path => valueAt(written, path) !== undefined && valueAt(expected, path) !== undefined)
  return isShared ? [written, expected] : [withoutLimit(written), withoutLimit(expected)]
}

const LIMITS = ['max_tokens', 'generationConfig.maxOutputTokens', 'inferenceConfig.maxTokens']

/** One dialect requires a limit, which only one of two recordings may contain. */
const withoutLimit = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(withoutPaths(body, LIMITS)).filter(
      ([, value]) => !isObject(value) || Object.keys(value).length > 0,
    ),
  )

const valueAt = (body: JsonObject, path: string): Json | undefined =>
  path.split('.').reduce<Json | undefined>((value, name) => asObject(value)[name], body)

const withoutNames = (body: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

/** Bodies without the properties at these paths. */
export const withoutPaths = (body: JsonObject, paths: readonly string[]): JsonObject =>
  paths.reduce((object, path) => removed(object, path.split('.')), body)

function removed(object: JsonObject, [name = '', ...path]: readonly string[]): JsonObject {
  const { [name]: value, ...rest } = object
  return path.length === 0 || !isObject(value) ? rest : { ...rest, [name]: removed(value, path) }
}

function unknownDialect(dialect: string): never {
  throw new Error(`Unknown dialect ${dialect}.`)
}
