// The requests of both agents at every other provider whose documentation is written out: the first turn, and its results.
import { expect, it } from 'vitest'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject } from '../../../schemas/values/json.ts'
import { createHarness } from '../../support/harness.ts'
import { faultsOf, targets } from '../link/fallback-dialects/targets.ts'
import { ClaudeCode, HEADERS } from './claude-code.ts'
import { CLAUDE_CODE_DAY } from './claude-code-day.ts'
import { CODEX_HEADERS, Codex } from './codex.ts'
import { CODEX_DAY } from './codex-day.ts'

type Ask = (model: string) => readonly JsonObject[]

const first = <Step extends { readonly says?: unknown }>(steps: readonly Step[]): readonly Step[] =>
  steps.filter(step => step.says !== undefined).slice(0, 1)

const AGENTS: readonly (readonly [string, string, Readonly<Record<string, string>>, Ask])[] = [
  [
    'Claude Code',
    '/messages?beta=true',
    HEADERS,
    model => first(CLAUDE_CODE_DAY).map(step => new ClaudeCode(model, 'budget').request(step, true)),
  ],
  [
    'Codex',
    '/responses',
    CODEX_HEADERS,
    model => first(CODEX_DAY).map(step => new Codex(model).request(step, true)),
  ],
]

/** Where their dialect is the provider's own, nothing is written. */
const isNative = (path: string): boolean => /\/(messages|responses)(\?beta=true)?$/.test(path)

it.each(targets.flatMap(target => AGENTS.map(agent => [target.name, agent[0], target, agent] as const)))(
  '%s accepts what %s asks',
  async (_name, _agent, target, [, path, headers, ask]) => {
    for (const body of ask(target.model)) {
      const { call, upstream } = createHarness({
        manifest: { providers: { day: target.stored }, trusted_hosts: ['ollama.test'] },
        configs: { day: { provider: '@day' } },
        environment: { KEY: 'key' },
        script: [{ status: 400, body: { error: { message: 'Enough.' } } }],
      })
      await call({ path, headers: { ...headers, 'x-gateway-config': 'day' }, body })
      const [sent] = upstream.sent
      if (sent === undefined || isNative(sent.path)) continue
      expect(
        faultsOf(target, asObject(sent.json as JsonObject))
          .filter(isOfHost)
          .join(' '),
      ).toBe('')
    }
  },
)

/** The rows of the fallbacks do not have what hosts ignore, or take only with the features of a client. */
const isOfHost = (fault: string): boolean =>
  !/body\.(context_management|prompt_cache_key|stream_options) is unknown|cachePoint|cache_control/.test(
    fault,
  )
