// Diagnostics about secrets: where they may appear, where they may be sent, and how they are written.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const secretMessages = {
  'literal-secret': defineMessage(
    'error',
    'A file holds a secret in plain text.',
    `
Files are committed, reviewed and published, and so are the plans compiled from them. In a file, a secret must be a
reference; the gateway reads the secret itself when it starts. If the secret was ever committed, rotate it at the provider:
removing it from the file does not remove it from the history.

    api_key: sk-...               # refused

    api_key: \${env:OPENAI_API_KEY}
    api_key: \${file:/run/secrets/openai}
`,
  ),
  'key-in-git': defineMessage(
    'warning',
    'Git tracks a file with a key of a gateway, or would with "git add".',
    `
All readers of the repository could call the gateway with the key, or manage it with the key of an owner. The command
"portolan admin-key create" writes into the folder .portolan, which git ignores; a key elsewhere needs a line in .gitignore:

    admin-key
    .env

A key that was committed is in the history of the repository, so replace it: POST /v1/api-keys/{id}/rotate.
`,
  ),
  'malformed-secret-reference': defineMessage(
    'error',
    'A reference to a secret is malformed.',
    `
A reference is \${env:NAME} with the name of an environment variable, \${file:/path} with an absolute path, or
\${secret:slug} with an entry of "secret_references" of the manifest. It must be the whole string, without prefix or suffix.

    api_key: Bearer \${env:KEY}    # refused: the gateway adds the scheme
    api_key: \${KEY}               # refused: env or file?

    api_key: \${env:KEY}
`,
  ),
  'secret-reference-in-request': defineMessage(
    'error',
    'A config in a request references a secret of the gateway.',
    `
A caller must not make the gateway read its own environment or files and send them somewhere. In a request header, write
the secret itself or, better, use the slug of a stored provider.

    x-gateway-config: {"provider": "openai", "api_key": "\${env:OPENAI_API_KEY}"}    # refused

    x-gateway-config: {"provider": "@openai-main"}
`,
  ),
  'misplaced-secret-reference': defineMessage(
    'error',
    'A reference to a secret is used in a property that does not resolve it.',
    `
References are resolved only in the properties that hold credentials. Anywhere else the string would be used literally, or a
secret would be sent to an unverified destination.

    custom_host: \${env:LLM_URL}                 # refused
    override_params: { user: \${env:USER} }      # refused

    custom_host: https://llm.example.com/v1
`,
  ),
  'unknown-secret-reference': defineMessage(
    'error',
    'A secret reference is not in the manifest.',
    `
\${secret:slug} names an entry of "secret_references" of the manifest, with the secret manager and
how the gateway authenticates to it. In a file without a manifest this is a note, since the gateway may know the slug.

    # gateway.yaml
    secret_references:
      openai: { manager_type: file, secret_path: /run/secrets/openai.json, secret_key: api_key }
    providers:
      main: { provider: openai, api_key: "\${secret:opanai}" }    # refused

      main: { provider: openai, api_key: "\${secret:openai}" }
`,
  ),
  'secret-not-allowed': defineMessage(
    'error',
    'A secret is used by a workspace that it does not allow.',
    `
"allowed_workspaces" of a secret reference lists whose calls may use the secret. A call of another workspace is refused with
403, so a key must not have such a provider as its default. Guardrails run for every workspace, so the secret of a check must
be allowed in all workspaces of the API keys.

    secret_references:
      research: { manager_type: env, secret_path: KEY, allowed_workspaces: [research] }
    providers:
      main: { provider: openai, api_key: "\${secret:research}" }
    api_keys:
      - { id: shop, hash: ..., workspace: shop, defaults: { provider: "@main" } }    # refused
`,
  ),
  'incomplete-secret-reference': defineMessage(
    'error',
    'A secret reference lacks what its manager needs, or contradicts itself.',
    `
Each secret manager needs settings of its own in "auth_config"; variables and files need none. A list of
"allowed_workspaces" contradicts "allow_all_workspaces: true", and "max_stale" cannot be below "max_age".

    secret_references:
      openai:
        manager_type: hashicorp_vault
        auth_config: { vault_addr: https://vault.internal:8200, vault_auth_type: token }    # refused: which token?
        secret_path: secret/openai

        auth_config: { vault_addr: https://vault.internal:8200, vault_auth_type: token, vault_token: "\${env:VAULT_TOKEN}" }
`,
  ),
  'credential-may-not-go-there': defineMessage(
    'error',
    'A stored credential would be sent to an origin it is not bound to.',
    `
A credential of the manifest is sent only to the origin of its provider and to the hosts that the manifest allows for it. A
config that sets another host would leak it to the operator of that host. A secret reference with "allowed_hosts" is sent
there only, whatever the provider that uses it.

    provider: "@openai-main"
    custom_host: https://elsewhere.example      # refused

    # gateway.yaml, if this is intended:
    providers:
      openai-main:
        provider: openai
        api_key: \${env:OPENAI_API_KEY}
        allowed_hosts: [elsewhere.example]
`,
  ),
  'reference-of-another-provider': defineMessage(
    'warning',
    'The name of a reference is that of another provider.',
    `
The key is sent to the provider of the target. By its name it is a key of another one: calls get a 401, and the
provider receives a key that is not its own.

    openai: { provider: openai, api_key: "\${env:ANTHROPIC_API_KEY}" }     # a key of Anthropic, sent to OpenAI

    openai: { provider: openai, api_key: "\${env:OPENAI_API_KEY}" }
`,
  ),
} as const satisfies Record<string, MessageEntry>
