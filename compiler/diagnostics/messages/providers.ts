// Diagnostics about which provider is called and with which credential.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const providerMessages = {
  'missing-property-group': defineMessage(
    'error',
    'A config has none of the property groups that make it valid.',
    `
A config is valid only if it has one complete group of properties, such as "provider" with "api_key", "provider" with
"custom_host", "strategy" with "targets", or only "cache" or "retry". A provider of the form @slug is a group by itself, and so is an
override whose "model" is "@slug/model". The same applies to every target. The message names the group that is closest to complete.

    provider: openai              # refused: "api_key" is missing

    provider: openai
    api_key: \${env:OPENAI_API_KEY}
`,
  ),
  'missing-provider': defineMessage(
    'error',
    'A target has no provider.',
    `
Providers and credentials are never inherited: every target names its own provider, or overrides its model with
"@slug/model". A target with "passthrough: true"
takes the provider from the request. Only a config without targets can leave the provider to the request headers.

    strategy: { mode: loadbalance }
    targets:
      - weight: 1                 # refused: which provider?
      - provider: "@backup"

    targets:
      - provider: "@main"
        weight: 1
      - provider: "@backup"
`,
  ),
  'pool-cannot-serve': defineMessage(
    'error',
    'A pool cannot serve what its manifest asks of it.',
    `
A pool has at least one member, each of them one provider; the least shares of its members add up to at most 100%, the greatest to
at least 100%; every tier has a member with a weight; and each model that is listed has a name at one member at least. A member has
the slug of its pool, a dot and its name, which no other provider may have.

    providers:
      claude:
        pool:
          members:
            a: { provider: anthropic, api_key: "\${env:A}", share: { min: 70% } }
            b: { provider: anthropic, api_key: "\${env:B}", share: { min: 40% } }   # refused: 110% together
`,
  ),
  'pool-of-one': defineMessage(
    'warning',
    'A pool has only one member.',
    `
With one member there is nothing to pick, no member to go on to when it fails, and nothing to send a second call to. A plain
provider serves the same requests; a second key, account or region makes the pool useful.

    providers:
      claude:
        pool:
          members:
            a: { provider: anthropic, api_key: "\${env:A}" }

    providers:
      claude: { provider: anthropic, api_key: "\${env:A}" }
`,
  ),
  'unpriced-member': defineMessage(
    'warning',
    'A pool picks by cost, and the price of a model at a member is unknown.',
    `
With "pick: cost" the member whose price is lowest gets the call. Where neither the list nor "prices" of the manifest has the price of
a model at a member, that member cannot be compared with the others. Add its price.

    providers:
      claude:
        pool:
          pick: cost
          members:
            a: { provider: anthropic, api_key: "\${env:A}" }
            b: { provider: openai, api_key: "\${env:B}", custom_host: "https://models.example.com/v1" }
    prices:
      - { provider: "@claude.b", model: our-model, input: 1, output: 3 }
`,
  ),
  'unknown-member': defineMessage(
    'error',
    'A pool has no member with this name.',
    `
The models of a pool are listed by the names of its members.

    providers:
      claude:
        pool:
          models:
            sonnet: { a: claude-sonnet-5, c: us.anthropic.claude-sonnet-5-v1:0 }   # refused: there is no member "c"
          members:
            a: { provider: anthropic, api_key: "\${env:A}" }
            b: { provider: bedrock, cloud1_region: us-east-1 }
`,
  ),
  'unknown-provider': defineMessage(
    'error',
    'A provider is not in the catalog.',
    `
"provider" is an identifier or alias from the catalog, in lower case, or a slug that begins with @. For a server that is
not in the catalog but implements the API of a vendor, name the vendor's provider and add "custom_host".

    provider: OpenAI              # refused: did you mean "openai"?

    provider: openai
    api_key: \${env:OPENAI_API_KEY}
`,
  ),
  'unsupported-provider': defineMessage(
    'error',
    'This version does not support the provider.',
    `
The provider is in the catalog, but this version has no adapter for its API or its request signing, or its service has
ended: then the message names what took its place. The config is rejected at compile time rather than failing at the first
request.

    provider: bedrock             # refused by this version
`,
  ),
  'no-address': defineMessage(
    'error',
    'The settings of a provider do not form a base URL.',
    `
Some providers have a base URL per region, resource or deployment. It is built from settings when the config is compiled,
so that the credential is bound to it; a setting that is missing or cannot be part of a URL is reported here.

    provider: azure
    api_key: \${env:AZURE_KEY}    # refused: which resource?

    provider: azure
    resource_name: contoso
    api_key: \${env:AZURE_KEY}
`,
  ),
  'unknown-slug': defineMessage(
    'error',
    'A slug does not name a stored provider.',
    `
"@slug" and "virtual_key" name a provider that is defined under "providers" in the manifest, or one that was saved by API and
is listed under "external". In a project and in a request every slug must be known. A file that is checked without a manifest gets a note instead: only the gateway knows its slugs.

    # gateway.yaml
    providers:
      openai-main:
        provider: openai
        api_key: \${env:OPENAI_API_KEY}

    external: [openai-research]          # of the store

    # configs/chat.yaml
    provider: "@openai-main"
`,
  ),
  'malformed-slug': defineMessage(
    'error',
    'A slug is malformed.',
    `
Slugs are used in model names ("@slug/model") and in headers: they begin with a lower-case letter or a digit and consist of
lower-case letters, digits, dots, hyphens and underscores.

    provider: "@Open AI"          # refused

    provider: "@open-ai"
`,
  ),
  'ended-model': defineMessage(
    'warning',
    'A provider no longer serves a model.',
    `
"portolan check" compares the models that a project names with the day on which it runs, or with that of "--on", and reports this as an
error unless "rules" of the manifest lowers it. Plans and "portolan compile" do not depend on a day. "portolan check --fix=all" writes the
model that the provider recommends, and "portolan models" lists all that a project names.

    provider: "@openai"
    override_params: { model: gpt-3.5-turbo }       # refused since 2026-10-23

    provider: "@openai"
    override_params: { model: gpt-5.6-terra }
`,
  ),
  'replaced-model': defineMessage(
    'warning',
    'Another model answers requests for a model, or its price has changed.',
    `
The provider accepts the name still, and another model answers, at its own price and with its own limits; or the model costs something
else. Name the model that is meant to answer. Records and metrics identify requests that another model answered.

    provider: "@gemini"
    override_params: { model: gemini-2.5-flash }    # answered by gemini-3.5-flash-lite since 2026-12-01

    provider: "@gemini"
    override_params: { model: gemini-3.5-flash-lite }
`,
  ),
  'ending-model': defineMessage(
    'warning',
    'A model ends within 60 days.',
    `
The provider has announced the day on which it stops serving the model, has another one answer, or changes the
price. "portolan check --on 2027-01-15" looks ahead, and "portolan check --fix=all" writes the model that the provider recommends. Try it first: "portolan test" and "portolan diff" show what changes.

    override_params: { model: claude-sonnet-4-5 }   # refused from 2026-11-30 on

    override_params: { model: claude-sonnet-5-5 }
`,
  ),
  'missing-credential': defineMessage(
    'error',
    'The credentials of a provider are incomplete.',
    `
Each provider in the catalog needs one complete set of its credentials. A slug has its own, a custom host may need no key,
and a config in a request header can leave the key to the Authorization header.

    provider: anthropic
    retry: { attempts: 2 }        # refused: "api_key" is missing

    provider: anthropic
    api_key: \${env:ANTHROPIC_API_KEY}
    retry: { attempts: 2 }
`,
  ),
  'completed-by-request': defineMessage(
    'note',
    'Each request must bring a setting of the provider.',
    `
The config has a complete property group of a cloud, so it is valid, but a call needs more, such as a region. Each request
must send it in the header that the message names; a request that does not is refused with a 400 that names the setting. A
config that always calls the same place should contain the setting.

    provider: cloud1              # note: requests must send cloud1_region
    cloud1_access_key_id: \${env:KEY_ID}
    cloud1_secret_access_key: \${env:SECRET_KEY}
`,
  ),
  'override-names-another-provider': defineMessage(
    'error',
    'An override of the model names another provider than the target.',
    `
An override whose "model" is "@slug/model" names the provider of a target that has none, and the slug is removed from the
model before it is sent. Beside "provider", "virtual_key" or "passthrough" the target would have two providers. An override
counts for all targets below it that do not override the model themselves.

    targets:
      - provider: "@backup"
        override_params: { model: "@main/gpt-6-sol" }    # refused: which of the two?

    targets:
      - override_params: { model: "@main/gpt-6-sol" }
      - provider: "@backup"
        override_params: { model: gpt-6-sol }
`,
  ),
  'override-is-lost': defineMessage(
    'warning',
    'The provider does not support an override.',
    `
APIs differ in the parameters they support. A parameter that the provider does not support is removed from each request and
listed in the header x-gateway-dropped-params of each reply; with "unsupported: reject" in the manifest such a request is
rejected (override-is-rejected). An override that is never sent is reported here, before the first request.

    provider: "@claude"           # of Anthropic
    override_params:
      seed: 7                     # not supported by Anthropic
      temperature: 0

    provider: "@claude"
    override_params:
      temperature: 0
`,
  ),
  'override-is-rejected': defineMessage(
    'error',
    'Every chat is rejected, because the config itself sets what the provider does not support.',
    `
"unsupported: reject" in the manifest rejects a request with a parameter that would be left out or changed for its provider or
model, instead of sending it without. If an override is such a parameter, whatever else a chat contains, then the target never
serves one.

    unsupported: reject           # in gateway.yaml

    provider: "@main"             # of OpenAI
    override_params: { model: gpt-6-sol, top_k: 40 }           # refused: OpenAI has no top_k

    provider: "@main"
    override_params: { model: gpt-6-sol }
`,
  ),
  'fallback-loses-effort': defineMessage(
    'warning',
    'After a failure a request is served with another effort of reasoning.',
    `
Models differ in the efforts that they have. If the config sets one for two targets of a fallback and the model of the second does
not have it, the nearest one is sent instead: replies after a failure cost more, take longer, or are thought through less. Set
the effort of each model at its target. \`portolan analyse --only capabilities\` shows what else a fallback loses.

    strategy: { mode: fallback }
    override_params: { reasoning_effort: xhigh }
    targets:
      - { provider: "@main", override_params: { model: gpt-5.2 } }
      - { provider: "@backup", override_params: { model: claude-opus-4-6 } }      # gets "max"

    strategy: { mode: fallback }
    targets:
      - { provider: "@main", override_params: { model: gpt-5.2, reasoning_effort: xhigh } }
      - { provider: "@backup", override_params: { model: claude-opus-4-6, reasoning_effort: high } }
`,
  ),
  'effort-not-decided': defineMessage(
    'note',
    'It is undecided for some targets whether fallbacks preserve the reasoning effort.',
    `
Targets that may follow each other after a failure are compared in pairs, and at most 2,000 of them. Every target of a load balancer
may follow every target of the preceding one, so a fallback of two load balancers with 50 targets each has 2,500. Of the pairs that are
left out, an effort that the next model does not have is not found. A fallback in each target of one load balancer has fewer pairs.

    strategy: { mode: fallback }
    override_params: { reasoning_effort: high }
    targets:
      - { strategy: { mode: loadbalance }, targets: [...] }     # 50 targets
      - { strategy: { mode: loadbalance }, targets: [...] }     # 50 targets

    strategy: { mode: loadbalance }
    override_params: { reasoning_effort: high }
    targets:                                                    # 50 of these
      - { strategy: { mode: fallback }, targets: [{ provider: "@main" }, { provider: "@backup" }] }
`,
  ),
  'override-refused-by-version': defineMessage(
    'note',
    'A newer version of the API refuses an override.',
    `
Clients of Anthropic's API select its version by "anthropic-version", and their Messages pass in that version. Version 2026-10-21, which
current SDKs select, refuses sampling parameters: with such an override each of these requests fails with 400. Chats are not affected,
since the gateway translates them.

    provider: "@claude"
    override_params: { temperature: 0.2 }      # refused for clients of version 2026-10-21

    provider: "@claude"
    override_params: { reasoning_effort: low }
`,
  ),
  'duplicate-deployment': defineMessage(
    'error',
    'Two deployments have the same alias.',
    `
The model of a request selects the deployment by alias, so aliases must be unique.

    deployments:
      - { deployment_id: a, alias: small, api_version: "1" }
      - { deployment_id: b, alias: small, api_version: "1" }    # refused
`,
  ),
  'two-default-deployments': defineMessage(
    'error',
    'Two deployments are the default.',
    `
The default deployment serves requests whose model matches no alias; there can be only one.

    deployments:
      - { deployment_id: a, alias: small, api_version: "1", is_default: true }
      - { deployment_id: b, alias: large, api_version: "1", is_default: true }    # refused
`,
  ),
  'wrong-region': defineMessage(
    'warning',
    'A region is not one of the cloud, or not one of the model.',
    `
A zone or a region of another cloud has no endpoint. A regional profile of AWS is called from a region of its area only.

    cloud1_region: us-east-1a                   # a zone
    cloud1_region: us-east1                     # of Google Cloud

    cloud1_region: eu-central-1
    override_params: { model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0" }     # not called from Europe

    cloud1_region: eu-central-1
    override_params: { model: "eu.anthropic.claude-sonnet-4-5-20250929-v1:0" }
`,
  ),
} as const satisfies Record<string, MessageEntry>
