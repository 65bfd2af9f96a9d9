// Mistakes about secrets: where they may stand, where they may go, and how they are written.
import { type Entry, entry } from './entry.ts'

export const secrets = {
  'literal-secret': entry(
    'error',
    'A file holds a secret in plain text.',
    `
Files are committed, reviewed and published, and so are the plans made from them. A secret stands in a file as a
reference only; the gateway reads the secret itself when it starts. If the secret was ever committed, change it at the
provider: removing it from the file does not remove it from the history.

    api_key: sk-...               # refused

    api_key: \${env:OPENAI_API_KEY}
    api_key: \${file:/run/secrets/openai}
`,
  ),
  'malformed-secret-reference': entry(
    'error',
    'A reference to a secret has a wrong form.',
    `
A reference is \${env:NAME} with the name of an environment variable, or \${file:/path} with an absolute path. It stands
alone: nothing is put before or behind it.

    api_key: Bearer \${env:KEY}    # refused: the provider's form is made by the gateway
    api_key: \${KEY}               # refused: env or file?

    api_key: \${env:KEY}
`,
  ),
  'secret-reference-in-request': entry(
    'error',
    'A config in a request refers to a secret of the gateway.',
    `
A caller must not make the gateway read its own environment or files and send them somewhere. In a request header a
secret is written as it is, or better not at all: name a stored provider by its slug.

    x-gateway-config: {"provider": "openai", "api_key": "\${env:OPENAI_API_KEY}"}    # refused

    x-gateway-config: {"provider": "@openai-main"}
`,
  ),
  'misplaced-secret-reference': entry(
    'error',
    'A reference to a secret stands where none is resolved.',
    `
References are resolved in the properties that hold credentials and nowhere else. Anywhere else the text would be used
as it is written, or a secret would be sent to a place that nobody checked.

    custom_host: \${env:LLM_URL}                 # refused
    override_params: { user: \${env:USER} }      # refused

    custom_host: https://llm.example.com/v1
`,
  ),
  'credential-may-not-go-there': entry(
    'error',
    'A stored credential would be sent to an origin it is not bound to.',
    `
A credential of the manifest goes to the origin of its provider and to the hosts that the manifest allows for it. A
config that points it elsewhere would hand it to whoever runs that host.

    provider: "@openai-main"
    custom_host: https://elsewhere.example      # refused

    # gateway.yaml, if it is meant:
    providers:
      openai-main:
        provider: openai
        api_key: \${env:OPENAI_API_KEY}
        allowed_hosts: [elsewhere.example]
`,
  ),
} as const satisfies Record<string, Entry>
