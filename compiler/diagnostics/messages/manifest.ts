// Diagnostics about settings that only a manifest has.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const manifestMessages = {
  'unused-definition': defineMessage(
    'warning',
    'A config, provider, guardrail or limit profile is used by nothing.',
    `
Every key is restricted to its default config ("allow_config_override: false"), so callers can name no other config, provider or guardrail. What
these configs do not name is never used: it was left over, or a name was forgotten. Where callers may choose, nothing is reported. A limit profile is for keys: only for those
of the manifest, unless there is a store.

    providers:
      main: { provider: openai, api_key: "\${env:MAIN_KEY}" }
      backup: { provider: openai, api_key: "\${env:BACKUP_KEY}" }     # no config names it
    api_keys:
      - { hash: "sha256:...", defaults: { config: chat }, allow_config_override: false }
`,
  ),
  'open-gateway': defineMessage(
    'error',
    'The gateway would be open to anyone.',
    `
Anyone who can reach the gateway can use its credentials. Without API keys it listens on the loopback address only.

    listen: { host: 0.0.0.0 }       # refused without api_keys

    listen: { host: 0.0.0.0 }
    api_keys:
      - id: backend
        hash: sha256:...            # the SHA-256 of the key
`,
  ),
  'port-in-use': defineMessage(
    'error',
    'Two listeners have the same port.',
    `
A port of an address has one listener, so the gateway could not start.

    listen: { port: 8787, admin: { port: 8787 } }             # refused

    listen: { port: 8787, admin: { port: 8788 } }
`,
  ),
  'console-without-tls': defineMessage(
    'warning',
    'Browsers of other machines cannot sign in to the console.',
    `
The session of the console is a cookie that browsers accept only over https, or from their own machine. Over plain HTTP the console can be opened
from other machines, but not used.

    listen: { host: 0.0.0.0 }
    console: true                                             # reported

    listen: { host: 0.0.0.0, behind_proxy: true }             # a proxy ends TLS
    console: true

    console: { listen: { port: 8788 } }                       # or on 127.0.0.1
`,
  ),
  'console-without-sign-in': defineMessage(
    'warning',
    'People cannot sign in to the console with their accounts.',
    `
The console sends people to the issuer of "sign_in" as the client "client_id", and the issuer sends them back to /console/callback below
"public_url". Without both they sign in with a key.

    sign_in: { issuer: "https://id.example.com", audience: gateway }
    console: true                                             # reported

    sign_in: { issuer: "https://id.example.com", audience: gateway, client_id: gateway }
    public_url: https://gateway.example.com
    console: true
`,
  ),
  'authentication-contradicts-keys': defineMessage(
    'error',
    'The manifest contradicts itself about authentication.',
    `
"authentication" states the intent: with "required" every call needs one of "api_keys" or a key of the store, or a token of "sign_in" for
MCP servers; with "none" no call needs a key and there are no keys. Without it the keys decide, so the last one that is removed opens the gateway
to this machine, and the first one that is added closes it.

    authentication: required        # refused without api_keys, a store, and MCP servers for sign_in: no client could call the gateway

    authentication: none            # refused beside api_keys, which would protect nothing

    authentication: required
    api_keys:
      - id: backend                 # \`portolan key backend\` makes a key and prints this line
        hash: sha256:...
`,
  ),
  'budget-exceeded': defineMessage(
    'error',
    'A config may take more than its budget.',
    `
"budgets" in the manifest bounds what a request to any config may take at most: calls of targets, with all retries and fallbacks;
milliseconds until the whole reply or the first content of a stream; US dollars at list prices, if every call fills the
context window of its model. \`portolan analyse --only envelope\` shows how a config comes to its numbers.

    budgets: { calls: 3 }                       # in gateway.yaml

    strategy: { mode: fallback }
    retry: { attempts: 2 }                      # refused: two targets with three calls each are six
    targets: [{ provider: "@main" }, { provider: "@backup" }]

    strategy: { mode: fallback }
    targets: [{ provider: "@main", retry: { attempts: 1 } }, { provider: "@backup" }]
`,
  ),
  'unpriced-model': defineMessage(
    'warning',
    'A budget of cost refuses a target whose price is unknown.',
    `
A budget of cost (\`usage_limits\` with \`type: cost\`) admits only calls whose price is known: otherwise it would hold nothing. The model of
this target is not in the list of prices, so each call of it is answered with 403 \`unpriced_model\`, and a fallback goes on.

    policies:                                   # in gateway.yaml
      usage_limits: [{ name: month, type: cost, credit_limit: 500, periodic_reset: monthly }]

    provider: "@gpu"
    override_params: { model: our-llama }       # reported: its price is unknown

    prices:                                     # in gateway.yaml: US dollars per million tokens
      - { provider: vllm, model: our-*, input: 0, output: 0 }
`,
  ),
  'unusable-price-list': defineMessage(
    'error',
    'A file of prices is missing, or not the one that is pinned.',
    `
Prices decide what budgets admit, so a file of prices is part of the project: it is in its folder, and the manifest has its SHA-256. Nothing is
fetched while a project is compiled. "portolan prices --update" fetches lists that have a "url", writes their files, and the digest and the
day of each file into the manifest; "portolan diff" shows the prices that have changed.

    prices:
      - { file: prices/acme.json }              # refused: without a digest, or if the file has another one

    prices:
      - { file: prices/acme.json, digest: "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" }
`,
  ),
  'budget-not-decided': defineMessage(
    'error',
    'Whether a config stays within a budget is not decided.',
    `
A budget of the manifest holds only if it is proved. The cost of a call is unknown if the request names the model, or if the model
is not in the list of prices; the time until the first content of a stream has no bound if a guardrail holds streams.

    budgets: { cost: 0.50 }                     # in gateway.yaml

    provider: "@main"                           # refused: the request names the model

    provider: "@main"
    override_params: { model: gpt-6-luna, max_completion_tokens: 4096 }
`,
  ),
  'flows-not-counted': defineMessage(
    'note',
    'Rules of "flows" do not cover MCP servers and agents.',
    `
A rule of "flows" is proved for calls of models. Arguments of MCP tools and messages to agents go to the server or agent that the caller names,
whatever the metadata of the request, so no rule covers them. Restrict them with "workspaces" of servers and agents, "mcp" and "agents" of keys,
and guardrails, which check them.

    flows:                                                     # in gateway.yaml: holds for calls of models
      - { when: { metadata.region: eu }, only: ["*.eu.example"] }
    mcp:
      servers:
        search: { url: "https://search.example/mcp", workspaces: [us] }
`,
  ),
  'flow-not-allowed': defineMessage(
    'error',
    'Data or a secret may reach a host that a rule of the manifest does not allow.',
    `
A rule of "flows" in the manifest is proved over all paths of all configs: every target, fallback and guardrail that a request of the
rule may reach, and the choices of callers. A caller who may name a provider or send a config of its own may send
data anywhere, so such a rule needs keys that are restricted to their config. The note has a minimal request that breaks the rule;
\`portolan analyse --only flows\` shows all destinations.

    flows:                                                     # in gateway.yaml
      - { when: { metadata.region: eu }, only: ["*.eu.example"] }
      - { secrets: ["@openai"], only: [api.openai.com] }

    api_keys:
      - { id: app, hash: ..., defaults: { config: chat }, allow_config_override: false, custom_hosts: false }
`,
  ),
  'flow-names-nothing': defineMessage(
    'error',
    'A rule of flows is about a secret that does not exist.',
    `
A rule protects the secrets that it names. If no provider, config or check is bound to one, its name is misspelled, and the secret that
was meant may go anywhere.

    flows: [{ secrets: ["\${env:OPNAI_API_KEY}"], only: [api.openai.com] }]     # refused

    flows: [{ secrets: ["\${env:OPENAI_API_KEY}"], only: [api.openai.com] }]
`,
  ),
  'flow-never-met': defineMessage(
    'warning',
    'A rule of flows reads a key of metadata that is probably misspelled.',
    `
Callers choose the keys of metadata. A key that differs in one or two letters from one that configs, policies or keys read is most likely
a mistake, and the rule applies to no request.

    flows: [{ when: { metadata.regoin: eu }, data: [messages], only: ["*.eu.example"] }]     # elsewhere metadata.region

    flows: [{ when: { metadata.region: eu }, data: [messages], only: ["*.eu.example"] }]
`,
  ),
  'flow-not-decided': defineMessage(
    'error',
    'Whether a rule about flows holds is not decided.',
    `
A rule of "flows" in the manifest holds only if it is proved. Undecided are: the hosts to which custom checks send what they read, which host a
provider has whose address the request completes, and which requests match a regular expression that is more than a literal.

    flows:                                                     # in gateway.yaml
      - { when: { metadata.region: { $regex: "^eu-[0-9]" } }, only: ["*.eu.example"] }     # refused
      - { when: { metadata.region: { $regex: "^eu-" } }, only: ["*.eu.example"] }
`,
  ),
  'key-without-config': defineMessage(
    'error',
    'A key is restricted to its default config, and has none.',
    `
With "allow_config_override: false" the calls of a key name no provider and no config but the default one. Without such a config
every call would be refused.

    api_keys:
      - { id: app, hash: ..., allow_config_override: false }                               # refused

    api_keys:
      - { id: app, hash: ..., allow_config_override: false, defaults: { config: chat } }
`,
  ),
  'cors-for-every-origin': defineMessage(
    'error',
    'Every web page could use a gateway without API keys.',
    `
A page of an allowed origin can call the gateway through the browser of any visitor. Without API keys nothing else
protects the stored credentials, so the origins must be listed. With API keys a page needs one, and * is allowed.

    listen: { cors: { origins: ["*"] } }        # refused without api_keys

    listen: { cors: { origins: ["https://app.example.com", "http://localhost:3000"] } }
`,
  ),
  'duplicate-api-key': defineMessage(
    'error',
    'Two API keys are equal.',
    `
A key is looked up by its hash and displayed by its id, so both must be unique.

    api_keys:
      - { id: backend, hash: "sha256:..." }
      - { id: backend, hash: "sha256:..." }     # refused: the same id
`,
  ),
  'unknown-config': defineMessage(
    'error',
    'No config has this name.',
    `
A config is named by its identifier: the name of its file in the folder "configs", without the extension.

    defaults: { config: chats }     # an error if configs/chats.yaml does not exist

    defaults: { config: chat }
`,
  ),
  'ambiguous-default': defineMessage(
    'error',
    'The defaults name a config and a provider.',
    `
"defaults" serves requests that name no config and no provider. It names one config, which selects providers itself,
or one provider.

    defaults: { config: chat, provider: "@openai" }     # refused

    defaults: { config: chat }
`,
  ),
  'alias-loop': defineMessage(
    'error',
    'An alias of a model leads to itself.',
    `
An alias may refer to another alias, but the last one must refer to a model.

    aliases: { fast: small, small: fast }               # refused

    aliases: { fast: small, small: "@openai/gpt-6-luna" }
`,
  ),
  'unknown-rule': defineMessage(
    'error',
    'A rule names a code that does not exist.',
    `
"rules" sets the severity of warnings and notes by code; every message shows its code.

    rules: { setting-without-efect: off }       # refused

    rules: { setting-without-effect: note }
`,
  ),
  'unlowerable-rule': defineMessage(
    'error',
    'The severity of an error cannot be lowered.',
    `
Warnings and notes can be lowered or turned off. Errors cannot: a config with an error cannot be compiled to a plan.

    rules: { unknown-target: off }              # refused
`,
  ),
} as const satisfies Record<string, MessageEntry>
