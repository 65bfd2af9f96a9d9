// Secrets of Azure Key Vault, against a double that checks tokens.
import { describe, expect, it } from 'vitest'
import type { SecretReference } from '../../../../schemas/generated/types.ts'
import { azureDouble, ENTRA } from '../../../support/secret-manager-doubles.ts'
import { read } from './read-reference.ts'

describe('Azure Key Vault', () => {
  const azure = (auth: SecretReference['auth_config'], secret_path = 'openai'): SecretReference => ({
    manager_type: 'azure_kv',
    auth_config: { azure_vault_url: 'https://team.vault.azure.net', ...auth },
    secret_path,
  })
  const entra = {
    azure_auth_mode: 'entra',
    azure_entra_tenant_id: ENTRA.tenant,
    azure_entra_client_id: ENTRA.client,
    azure_entra_client_secret: '${env:SECRET}',
  } as const
  const environment = { SECRET: ENTRA.secret }
  const filled = () => {
    const double = azureDouble()
    double.secrets.set('openai', 'sk-azure')
    double.secrets.set('openai/0123456789abcdef0123456789abcdef', 'sk-old')
    return double
  }

  it('gives the newest version, or the one that is named, to a client of Entra', async () => {
    const { answer } = filled()
    expect(await read(azure(entra), { answer, environment })).toEqual({ text: 'sk-azure' })
    const pinned = azure(entra, 'openai/0123456789abcdef0123456789abcdef')
    expect(await read(pinned, { answer, environment })).toEqual({ text: 'sk-old' })
  })

  it('gives it to the managed identity of the machine', async () => {
    expect(await read(azure({ azure_auth_mode: 'managed' }), { answer: filled().answer })).toEqual({
      text: 'sk-azure',
    })
  })

  it.each([
    [404, '<html>', 'malformed'],
    [404, { error: { code: 'SecretNotFound' } }, 'absent'],
    [408, '<html>', 'unreachable'],
    [429, {}, 'unreachable'],
  ])('status %d with %j is %s', async (status, body, fault) => {
    const { answer } = filled()
    const failing: typeof answer = request =>
      request.path.startsWith('/secrets/') ? { status, body } : answer(request)
    expect(await read(azure(entra), { answer: failing, environment })).toMatchObject({ fault })
  })

  it('that denies, lacks the secret or is away is told apart, without the secret of the client in the sentence', async () => {
    const { answer } = filled()
    const results = [
      await read(azure(entra), { answer, environment: { SECRET: 'wrong~secret' } }),
      await read(azure(entra, 'none'), { answer, environment }),
      await read(azure(entra), { environment }),
      await read(azure(entra), { answer: () => ({ status: 503, body: {} }), environment }),
      await read(azure({ azure_auth_mode: 'managed' }), { answer: () => ({ status: 500, body: {} }) }),
    ]
    expect(results.map(({ fault }) => fault)).toEqual([
      'denied',
      'absent',
      'unreachable',
      'unreachable',
      'unreachable',
    ])
    for (const result of results) expect(JSON.stringify(result)).not.toMatch(/~secret|sk-/)
  })
})
