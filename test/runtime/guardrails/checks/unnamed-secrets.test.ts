// default.secrets: keys that are assigned to names that do not denote one, by the kinds of keys that services document; identifiers,
// hashes and versions in the same places are none.
import { describe, expect, it } from 'vitest'
import {
  linkSecretFinder,
  secretsOpenFrom,
} from '../../../../runtime/guardrails/detect/secrets/find-secrets.ts'
import { drawKey } from '../corpora/secret-formats.ts'

const find = linkSecretFinder({ entropy: true, entropyThreshold: 4 })

const FORMS = [
  'NAME=VALUE\n',
  'NAME: "VALUE",',
  "const NAME = 'VALUE'",
  '{"NAME": "VALUE"}',
  'NAME: VALUE\n',
  'NAME = "VALUE"',
]
const PLAIN = ['conn', 'value', 'SETTING', 'backend', 'prod', 'login', 'x', 'db', 'upstream', 'DEFAULT_ARG']
const SERVICES =
  'datadog mailgun_api fastly OKTA pagerduty algoliaAdmin cloudflare discord NEW_RELIC_LICENSE sonar.login snowflake asana hubspot twilio zendesk'.split(
    ' ',
  )
const SEEDS = [1, 2, 3, 4, 5, 6, 7]

/** The share of keys that is found, in percent. */
function recallOf(names: readonly string[], format: string): number {
  const results = names.flatMap(name =>
    FORMS.flatMap(form =>
      SEEDS.map(seed => {
        const key = drawKey(format, seed * 31 + name.length)
        const text = `first line\n${form.replace('NAME', name).replace('VALUE', key)} tail`
        const at = text.indexOf(key)
        return find(text).some(({ start, end }) => start <= at && end >= at + key.length - 1)
      }),
    ),
  )
  return Math.round((100 * results.filter(Boolean).length) / results.length)
}

/** By name, measured: a change that finds fewer is a regression. */
const RECALL: readonly (readonly [format: string, plain: number, services: number])[] = [
  ['{an:20}', 70, 74],
  ['{an:24}', 83, 86],
  ['{an:32}', 90, 93],
  ['{an:40}', 100, 100],
  ['{safe:39}a', 94, 97],
  ['{low:20}', 0, 90],
  ['{low:24}', 81, 88],
  ['{low:32}', 90, 83],
  ['{low:40}', 84, 82],
  ['{up:32}', 90, 83],
  ['{hex:32}', 0, 100],
  ['{hex:40}', 0, 100],
  ['{uuid}', 0, 100],
]

describe('default.secrets of names that denote none', () => {
  it.each(RECALL)(
    'finds %s: %i % of those of plain names, %i % of those of services',
    (format, plain, services) => {
      expect([recallOf(PLAIN, format) >= plain, recallOf(SERVICES, format) >= services]).toEqual([true, true])
    },
  )

  it.each(FORMS)('holds %j back in a stream until the key is whole', form => {
    const key = drawKey('{low:32}', 5)
    const text = `first line\n${form.replace('NAME', 'datadog').replace('VALUE', key)} tail`
    const at = text.indexOf(key)
    for (let length = at + 1; length <= at + key.length; length += 1)
      expect(secretsOpenFrom(text.slice(0, length))).toBeLessThanOrEqual(at)
  })

  it.each([
    'commit = "{hex:40}"',
    '"datadog_app_id": "{uuid}"',
    '"integrity": "sha512-{b64:86}=="',
    'sentry: "release-2024-11-27-build-1234567"',
    '"event": "01HV7ZK3N0X5J8W2QY6T4R9B1C"',
    'order: "cm3x9k2pq0000v8l4h7d2a1bz"',
    'uses: cloudflare/wrangler-action@{hex:40}',
    'image: datadog/agent@sha256:{hex:64}',
    'pod: "checkout-7d4b9c8f6d-x2v9q-canary-v20241127"',
    'const upstream = "node18-linux-x64-glibc-217-v1-beta2"',
    'href = "https://cdn.example.com/a?v={low:32}"',
    'className: "css-{low:6} MuiGrid2-container4 h1b2c3"',
    '"resolved": "{low:32}"',
    'const value = getValueOf8BitInteger32(input)',
    'backend: "arn:aws:iam::123456789012:role/service-role"',
  ])('finds nothing in %s', pattern => {
    expect(SEEDS.filter(seed => find(drawKey(pattern, seed)).length > 0)).toEqual([])
  })
})
