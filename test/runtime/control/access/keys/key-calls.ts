// Calls of a gateway beside a control plane, with the same keys.
import { type ControlHarness, sha256 } from '../../../../support/control-harness.ts'
import { createHarness } from '../../../../support/harness.ts'

export const owner = (workspace: string, scopes: readonly string[]) => ({
  id: 'git-key',
  workspace,
  scopes,
  hash: `sha256:${sha256('git key')}`,
})

export const PROVIDERS = { providers: { mock: { provider: 'mock' }, other: { provider: 'mock' } } }

/** A reply that used ten tokens. */
export const USED = '{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":5,"total_tokens":10}}'

/** A call of the gateway beside the control plane, with the same keys. */
export const callWith = (
  { context, limiter }: ControlHarness,
  manifest: object,
  configs: Readonly<Record<string, object>> = {},
) => {
  const { call } = createHarness({
    limits: limiter,
    manifest: { ...PROVIDERS, ...manifest },
    configs,
    script: Array.from({ length: 8 }, () => ({ status: 200, text: USED })),
    ...(context.keys && { keys: context.keys }),
  })
  return async (
    key: string | undefined,
    headers: Readonly<Record<string, string>> = {},
    model = '@mock/echo',
  ) => {
    const { status, json, outcome } = await call({
      path: '/chat/completions',
      headers: { ...(key !== undefined && { 'x-gateway-api-key': key }), ...headers },
      body: { model, messages: [] },
    })
    const error = (json as { error?: { code?: string; message?: string } }).error
    return { status, code: error?.code, message: error?.message, outcome }
  }
}

export const CLOSED = { api_keys: [owner('default', ['workspaces.list'])] }

export const createIn = async ({ send }: ControlHarness, more: object = {}) =>
  (
    await send('POST', '/api-keys/workspace/service', {
      name: 'app',
      scopes: ['inference'],
      workspace_id: 'default',
      ...more,
    })
  ).body as { readonly id: string; readonly key: string }
