// Mistakes about which provider is called and with which credential.
import { type Entry, entry } from './entry.ts'

export const providers = {
  'missing-property-group': entry(
    'error',
    'A config holds none of the property groups that make it valid.',
    `
A config is valid only if it holds one of the interface's groups of properties whole, such as "provider" with "api_key",
"provider" with "custom_host", "strategy" with "targets", or "cache" or "retry" alone. A provider of the form @slug is a
group by itself. The same holds for every target. The message names the group that is nearest to being whole.

    provider: openai              # refused: half of "provider" and "api_key"

    provider: openai
    api_key: \${env:OPENAI_API_KEY}
`,
  ),
  'missing-provider': entry(
    'error',
    'A target names no provider.',
    `
Providers and credentials are never inherited: every target says for itself whom to call. A target with
"passthrough: true" takes the provider from the request. Only a config without targets may leave it to the request's
headers.

    strategy: { mode: loadbalance }
    targets:
      - weight: 1                 # refused: whom to call?
      - provider: "@backup"

    targets:
      - provider: "@main"
        weight: 1
      - provider: "@backup"
`,
  ),
  'unknown-provider': entry(
    'error',
    'A provider is not in the catalogue.',
    `
"provider" is an identifier or alias of the catalogue, in lower case, or a slug that begins with @. For a server that
speaks the vendor's dialect and is not in the catalogue, name the vendor's provider and add "custom_host".

    provider: OpenAI              # refused: did you mean "openai"?

    provider: openai
    api_key: \${env:OPENAI_API_KEY}
`,
  ),
  'unsupported-provider': entry(
    'error',
    'This version cannot call the provider.',
    `
The catalogue knows the provider, but this version has no adapter for its dialect or its way of signing. Refusing is
better than failing at the first request.

    provider: bedrock             # refused by this version
`,
  ),
  'no-address': entry(
    'error',
    'The settings of a provider mean no address.',
    `
Some providers have an address for each region, resource or deployment. It is made of settings when the config is compiled,
so that a credential is bound to it; a setting that is missing or that no address can hold is told here.

    provider: azure
    api_key: \${env:AZURE_KEY}    # refused: which resource?

    provider: azure
    resource_name: contoso
    api_key: \${env:AZURE_KEY}
`,
  ),
  'unknown-slug': entry(
    'error',
    'A slug is not one of the stored providers.',
    `
"@slug" and "virtual_key" name a provider that is stored under "providers" in the manifest. In a project and in a request
every slug must be there. A file that is checked alone gets a note instead: only the gateway knows its slugs.

    # gateway.yaml
    providers:
      openai-main:
        provider: openai
        api_key: \${env:OPENAI_API_KEY}

    # configs/chat.yaml
    provider: "@openai-main"
`,
  ),
  'malformed-slug': entry(
    'error',
    'A slug has a wrong form.',
    `
Slugs stand in model names ("@slug/model") and in headers, so they are plain: they begin with a lower-case letter or a
digit and hold lower-case letters, digits, dots, hyphens and underscores.

    provider: "@Open AI"          # refused

    provider: "@open-ai"
`,
  ),
  'missing-credential': entry(
    'error',
    'The credentials of a provider are not complete.',
    `
Each provider of the catalogue needs one of its sets of credentials whole. A slug brings its own, a custom host may do
without a key, and a config in a request header may leave the key to the Authorization header.

    provider: anthropic
    retry: { attempts: 2 }        # refused: "api_key" is missing

    provider: anthropic
    api_key: \${env:ANTHROPIC_API_KEY}
    retry: { attempts: 2 }
`,
  ),
  'override-is-lost': entry(
    'warning',
    'An override is one that the provider cannot be told.',
    `
Every dialect has its own words. A parameter that the provider's cannot say is taken out of each request, and named in the
header x-gateway-dropped-params of each reply; with "unsupported: reject" in the manifest such a request is refused. An
override that is lost wherever it goes is told here, before the first request.

    provider: "@claude"           # of Anthropic
    override_params:
      seed: 7                     # Anthropic has no seed
      temperature: 0

    provider: "@claude"
    override_params:
      temperature: 0
`,
  ),
  'duplicate-deployment': entry(
    'error',
    'Two deployments have the same alias.',
    `
The model of a request chooses the deployment by its alias, so aliases differ.

    deployments:
      - { deployment_id: a, alias: small, api_version: "1" }
      - { deployment_id: b, alias: small, api_version: "1" }    # refused
`,
  ),
  'two-default-deployments': entry(
    'error',
    'Two deployments are the default.',
    `
The default serves requests whose model names no alias; there can be one.

    deployments:
      - { deployment_id: a, alias: small, api_version: "1", is_default: true }
      - { deployment_id: b, alias: large, api_version: "1", is_default: true }    # refused
`,
  ),
} as const satisfies Record<string, Entry>
