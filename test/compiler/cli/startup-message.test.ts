// What `portolan serve` suggests to try is a command that works: a model that exists, and an address that can be called.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { formatStartupMessage } from '../../../compiler/cli/startup-message.ts'
import type { Bundle } from '../../../schemas/generated/types.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const OWN = `providers: { own: { provider: openai-compatible, custom_host: "https://models.example/v1" } }\n`

it.each<readonly [title: string, manifest: string, config: string, host: string, suggested: RegExp]>([
  [
    'a model of the catalog',
    'providers: { mock: { provider: mock } }\n',
    'provider: "@mock"\n',
    '127.0.0.1',
    /^curl http:\/\/127\.0\.0\.1:8787\/v1\/chat\/completions -H "content-type: application\/json" -d '{"model":"@mock\/echo",/,
  ],
  [
    'that of another provider, if the first has none',
    'providers: { own: { provider: openai-compatible, custom_host: "https://m.example/v1" }, mock: { provider: mock } }\n',
    'provider: "@own"\n',
    '127.0.0.1',
    /"model":"@mock\/echo"/,
  ],
  [
    'the model that a config sets',
    OWN,
    'provider: "@own"\noverride_params: { model: llama }\n',
    '127.0.0.1',
    /-H "x-gateway-config: chat" -d '{"model":"llama",/,
  ],
  [
    'the list of models, if none is known',
    OWN,
    'provider: "@own"\n',
    '127.0.0.1',
    /^curl http:\/\/127\.0\.0\.1:8787\/v1\/models -H "x-gateway-config: chat"$/,
  ],
  [
    'an address of this machine for all of IPv4',
    OWN,
    'provider: "@own"\n',
    '0.0.0.0',
    /curl http:\/\/127\.0\.0\.1:/,
  ],
  ['an address of this machine for all of IPv6', OWN, 'provider: "@own"\n', '::', /curl http:\/\/\[::1\]:/],
])('%s', async (_title, manifest, config, host, suggested) => {
  const folder = temporaryFolder({ 'gateway.yaml': manifest, 'configs/chat.yaml': config })
  const { complaints } = await portolan(['compile', '-o', 'plan.json'], folder)
  expect(complaints).toContain('plan.json: plan ')
  const bundle = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as Bundle
  const message = formatStartupMessage(bundle, { host, port: 8787 })
  expect(message.split('Try it:\n  ')[1]?.trim()).toMatch(suggested)
  expect(message).not.toContain('MODEL')
})
