// Sinks of the log count among the destinations of data and secrets: what each gets, with bodies and without, for requests of a config and
// for those without one. A rule is not called proved while a sink sends elsewhere what it is about.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { flowsOfPlan, mergeFlows } from '../../../compiler/analyse/flows/plan-flows.ts'
import { sinkFlows } from '../../../compiler/analyse/flows/sink-flows.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import { compileProject } from '../../../compiler/project.ts'
import { readYaml } from '../../../compiler/read/yaml.ts'
import {
  formatCarried,
  formatDestination,
  formatSender,
} from '../../../compiler/validate/flows/format-flow.ts'
import type { FlowRule, Manifest } from '../../../schemas/generated/types.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const HTTP = { url: 'https://logs.example/in', headers: { Authorization: 'Bearer ${env:LOG_TOKEN}' } }
const OTLP = { endpoint: 'https://otel.example', headers: { 'api-key': '${env:OTEL_KEY}' } }
const POSTGRES = 'postgres://gateway@db.example/portolan'
const LOG_STORE = { record_days: 30 }

/** What the sinks of a manifest get, as `DATA to ORIGIN by SINK`. */
const logged = (manifest: Manifest): readonly string[] =>
  sinkFlows(lowerManifest(manifest, tinyCatalog)).map(
    flow => `${formatCarried(flow.carried)} to ${formatDestination(flow.to)} by ${formatSender(flow)}`,
  )

const METADATA_OF = {
  http: 'metadata.* to https://logs.example by log_http',
  otlp: 'metadata.* to https://otel.example by otlp',
  store: 'metadata.* to postgres://db.example by log_store',
}
const MESSAGES_OF = {
  http: 'messages to https://logs.example by log_http',
  store: 'messages to postgres://db.example by log_store',
}
const KEY = { id: 'team', hash: `sha256:${sha256('k')}`, workspace: 'team' }

describe('a sink of the log', () => {
  it.each<readonly [string, Manifest, readonly string[]]>([
    ['none: nothing', {}, []],
    ['log_http: metadata', { telemetry: { log_http: HTTP } }, [METADATA_OF.http]],
    [
      'log_http with bodies that the manifest does not log: metadata',
      { telemetry: { log_http: { ...HTTP, bodies: true } } },
      [METADATA_OF.http],
    ],
    [
      'log_http without bodies, where others log them: metadata',
      { telemetry: { log_http: HTTP, bodies: {} } },
      [METADATA_OF.http],
    ],
    [
      'log_http with bodies: messages too',
      { telemetry: { log_http: { ...HTTP, bodies: true }, bodies: {} } },
      [MESSAGES_OF.http, METADATA_OF.http],
    ],
    [
      'log_http with bodies of no request: metadata',
      { telemetry: { log_http: { ...HTTP, bodies: true }, bodies: { sample: 0 } } },
      [METADATA_OF.http],
    ],
    [
      'log_http with bodies of a workspace that has no key: metadata',
      {
        telemetry: { log_http: { ...HTTP, bodies: true }, bodies: { workspaces: ['other'] } },
        api_keys: [KEY],
      },
      [METADATA_OF.http],
    ],
    [
      'log_http with bodies of a workspace that has a key: messages too',
      {
        telemetry: { log_http: { ...HTTP, bodies: true }, bodies: { workspaces: ['team'] } },
        api_keys: [KEY],
      },
      [MESSAGES_OF.http, METADATA_OF.http],
    ],
    ['otlp: metadata, and never messages', { telemetry: { otlp: OTLP, bodies: {} } }, [METADATA_OF.otlp]],
    ['otlp with metrics alone: nothing', { telemetry: { otlp: { ...OTLP, traces: 0, logs: false } } }, []],
    [
      'log_store on PostgreSQL: metadata',
      { store: POSTGRES, telemetry: { log_store: LOG_STORE } },
      [METADATA_OF.store],
    ],
    [
      'log_store on PostgreSQL with bodies: messages too',
      { store: POSTGRES, telemetry: { log_store: LOG_STORE, bodies: {} } },
      [MESSAGES_OF.store, METADATA_OF.store],
    ],
    [
      'log_store in a file: nothing leaves',
      { store: 'sqlite:///var/lib/portolan.db', telemetry: { log_store: LOG_STORE, bodies: {} } },
      [],
    ],
    [
      'log_http where nobody may call: nothing',
      { telemetry: { log_http: HTTP }, authentication: 'required' },
      [],
    ],
    [
      'log_http for a key that may only list models: metadata of its requests',
      { telemetry: { log_http: HTTP }, api_keys: [{ ...KEY, scopes: ['models'] }] },
      [METADATA_OF.http],
    ],
    [
      'log_http at a secret address: its secret and metadata go where nobody knows',
      { telemetry: { log_http: { url: '${env:LOG_URL}' } } },
      [
        '${env:LOG_URL} to not decided, because its address is a secret by log_http',
        'metadata.* to not decided, because its address is a secret by log_http',
      ],
    ],
  ])('%s', (_title, manifest, expected) => {
    expect(logged(manifest)).toEqual(expected)
  })

  it('is listed with the flows of every config', () => {
    const gateway = lowerManifest({ telemetry: { log_http: HTTP } }, tinyCatalog)
    const plan = lowerConfig({ provider: 'openai' }, tinyCatalog, STANDALONE)
    const senders = mergeFlows(flowsOfPlan(plan, gateway, tinyCatalog)).map(formatSender)
    expect(senders).toContain('log_http')
  })
})

const PINNED: Manifest = {
  providers: { main: { provider: 'openai', api_key: '${env:MAIN_KEY}' } },
  api_keys: [{ ...KEY, defaults: { config: 'chat' }, allow_config_override: false }],
  custom_hosts: false,
}

/** The messages about the rules of flows of a project with one config. */
function verdicts(manifest: Manifest, rule: FlowRule): readonly string[] {
  const input = (name: string, value: object) => ({
    source: { name, text: JSON.stringify(value) },
    read: readYaml,
  })
  const { diagnostics } = compileProject(
    {
      manifest: input('gateway.yaml', { ...manifest, flows: [rule] }),
      configs: new Map([['chat', input('chat.yaml', { provider: '@main' })]]),
    },
    tinyCatalog,
    sha256,
  )
  return diagnostics.map(({ code, message, notes: [note], location: { source } }) =>
    [source.name, code, message, ...(note === undefined ? [] : [note.message])].join(' | '),
  )
}

describe('a rule about flows', () => {
  const MESSAGES: FlowRule = { data: ['messages'], only: ['api.openai.com'] }
  const METADATA: FlowRule = {
    when: { 'metadata.region': 'eu' },
    data: ['metadata.*'],
    only: ['api.openai.com'],
  }

  it.each<readonly [string, Manifest['telemetry'], FlowRule, readonly string[]]>([
    ['about messages holds without a sink', undefined, MESSAGES, []],
    ['about messages holds beside a sink without bodies', { log_http: HTTP }, MESSAGES, []],
    [
      'about messages is refuted by a sink with bodies, once',
      { log_http: { ...HTTP, bodies: true }, bodies: {} },
      MESSAGES,
      [
        'gateway.yaml | flow-not-allowed | messages may reach only api.openai.com, but "log_http" sends it to https://logs.example, whatever the configs are. | Minimal request: any request.',
      ],
    ],
    [
      'about messages holds where the sink is allowed',
      { log_http: { ...HTTP, bodies: true }, bodies: {} },
      { ...MESSAGES, only: ['api.openai.com', 'logs.example'] },
      [],
    ],
    ['about metadata holds without a sink', undefined, METADATA, []],
    [
      'about metadata is refuted by otlp, with a request that the rule is about',
      { otlp: OTLP },
      METADATA,
      [
        'gateway.yaml | flow-not-allowed | metadata.* of requests for which metadata.region is "eu" may reach only api.openai.com, but "otlp" sends it to https://otel.example, whatever the configs are. | Minimal request: x-gateway-metadata: {"region":"eu"}.',
      ],
    ],
    [
      'about metadata is not decided where the address of the sink is a secret',
      { log_http: { url: '${env:LOG_URL}' } },
      { ...METADATA, data: ['metadata.region'] },
      [
        'gateway.yaml | flow-not-decided | metadata.* of requests for which metadata.region is "eu" may reach only api.openai.com; whether that holds for what "log_http" logs is not decided, because its address is a secret.',
      ],
    ],
    [
      'about the secret in a header of a sink is refuted where the sink is elsewhere',
      { log_http: HTTP },
      { secrets: ['${env:LOG_TOKEN}'], only: ['api.openai.com'] },
      [
        'gateway.yaml | flow-not-allowed | ${env:LOG_TOKEN} may reach only api.openai.com, but "log_http" sends it to https://logs.example.',
      ],
    ],
    [
      'about the secret in a header of a sink holds for its host',
      { otlp: OTLP },
      { secrets: ['${env:OTEL_KEY}'], only: ['otel.example'] },
      [],
    ],
    [
      'about the key of a provider holds beside sinks',
      { log_http: HTTP, otlp: OTLP },
      { secrets: ['@main'], only: ['api.openai.com'] },
      [],
    ],
  ])('%s', (_title, telemetry, rule, expected) => {
    expect(verdicts({ ...PINNED, ...(telemetry && { telemetry }) }, rule)).toEqual(expected)
  })
})
