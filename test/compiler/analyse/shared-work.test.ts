// What analyses of large projects compute once, and what they never hold at the same time: counted, never timed.
import { describe, expect, it } from 'vitest'
import { analyseCapabilities } from '../../../compiler/analyse/capabilities.ts'
import { analyseFailures } from '../../../compiler/analyse/failure-table.ts'
import { createLogReplay } from '../../../compiler/cli/diff/replay-log.ts'
import { runCommand } from '../../../compiler/cli/run-command.ts'
import { createTerminal } from '../../../compiler/cli/terminal.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import type { Config, Plan } from '../../../schemas/generated/types.ts'
import { realCatalog } from '../../support/catalog.ts'
import { FLOW_MANIFEST } from '../../support/flow-runs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const fallbackOf = (targets: readonly Config[]): Plan =>
  lowerConfig({ strategy: { mode: 'fallback' }, targets } as Config, realCatalog, STANDALONE)

describe('shared work', () => {
  it('targets with one provider and the same overrides are fitted to chats once', () => {
    const plan = fallbackOf(
      Array.from({ length: 40 }, (_, index) => ({
        provider: 'openai',
        retry: { attempts: index % 5 },
        override_params: { model: index % 2 === 0 ? 'gpt-6.1-sol' : 'gpt-5.6-luna' },
      })),
    )
    let fits = 0
    analyseCapabilities(
      plan,
      analyseFailures(plan),
      { providers: {} },
      {
        provider: realCatalog.provider,
        chatFit: (spec, overrides) => {
          fits += 1
          return realCatalog.chatFit(spec, overrides)
        },
      },
    )
    expect(fits).toBe(2)
  })

  it('configs without a record of a log are not replayed', () => {
    const gateway = lowerManifest(FLOW_MANIFEST, tinyCatalog)
    let reads = 0
    const plan = fallbackOf([{ provider: 'openai' }, { provider: 'anthropic' }])
    const counted: Plan = {
      ...plan,
      get nodes() {
        reads += 1
        return plan.nodes
      },
    }
    const side = { gateway, prompts: {}, plans: new Map([['chat', counted]]), sources: new Map() }
    const sides = { ...side, manifest: { name: 'gateway.yaml', text: '' } }
    const replay = createLogReplay(sides, sides, { catalog: tinyCatalog, callsService: () => false })
    expect(replay.result().configs).toEqual({})
    expect(reads).toBe(0)
  })

  it.each(['json', 'pretty', 'markdown'])('analyse --format %s writes one config at a time', async format => {
    const ids = Array.from({ length: 12 }, (_, index) => `c${index}`)
    const folder = temporaryFolder({
      'gateway.yaml': 'name: many\n',
      ...Object.fromEntries(
        ids.map(id => [`configs/${id}.yaml`, 'provider: mock\nretry: { attempts: 2 }\n']),
      ),
    })
    const written: string[] = []
    const host = {
      stdout: { write: (text: string) => written.push(text) > 0 },
      stderr: { write: () => true },
      env: {},
    }
    const terminal = createTerminal(
      host,
      folder,
      () => 0,
      () => '2026-06-01',
    )
    expect(await runCommand(['analyse', '--format', format], terminal)).toBe(0)
    const named = written.map(text => ids.filter(id => new RegExp(`(?<!\\w)${id}(?!\\w)`).test(text)).length)
    expect(Math.max(...named)).toBe(1)
    expect(named.filter(count => count === 1)).toHaveLength(ids.length)
  })
})
