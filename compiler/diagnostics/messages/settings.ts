// Diagnostics about settings that have no effect, use an alias, or are not supported by this version.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const settingMessages = {
  'setting-without-effect': defineMessage(
    'warning',
    'A setting has no effect.',
    `
The setting is valid, but nothing reads it here. Its author expected an effect, so it is not ignored silently. Remove it, or
move it to where it applies.

    strategy: { mode: fallback, default: standard }   # "default" is read in mode "conditional"
    targets:
      - { provider: "@main", weight: 2 }              # "weight" is read in mode "loadbalance"
`,
  ),
  'misplaced-reply-model': defineMessage(
    'error',
    'A target decides which model replies name.',
    `
A reply names the model as the client wrote it, or as the provider did. That is decided once for a call, whichever target serves it, so
"reply_model" belongs to the root of a config.

    strategy: { mode: fallback }
    targets:
      - { provider: "@main", reply_model: served }     # refused

    reply_model: served
    strategy: { mode: fallback }
    targets:
      - { provider: "@main" }
`,
  ),
  'alias-setting': defineMessage(
    'warning',
    'A setting uses an alias.',
    `
The alias works and means the same. Documentation and other tools use the standard name.

    retry: { attempts: 2, use_retry_after_header: true }

    retry: { attempts: 2, use_retry_after_headers: true }
`,
  ),
  'unsupported-setting': defineMessage(
    'error',
    'A setting is not supported by this version.',
    `
The setting is part of the interface and well-formed, but this version does not implement it. It is rejected so that no
config relies on a feature that is missing.

    tests: tests              # refused in a manifest by this version
`,
  ),
  'override-out-of-range': defineMessage(
    'warning',
    'An override is outside the limits of the interface or of the model.',
    `
Every request gets the override, so a value that the provider rejects fails every call, and others are cut to what it accepts. A model may
allow more than is known here; if it does, lower the severity of this code in the project.

    override_params: { temperature: 3 }     # from 0 to 2
    override_params: { model: claude-haiku-4-5, temperature: 1.5 }     # at most 1

    override_params: { temperature: 1.2 }
`,
  ),
  'misspelled-parameter': defineMessage(
    'warning',
    'The name of a request parameter is probably misspelled.',
    `
"override_params" accepts any name, since providers have parameters of their own. A name that differs from a known parameter in one or
two letters is most likely a mistake: the provider ignores or rejects it. The same holds for lists of parameters in checks, and for
conditions, which never match then.

    override_params: { max_token: 500 }

    override_params: { max_tokens: 500 }
`,
  ),
  'misspelled-model': defineMessage(
    'warning',
    'The name of a model is probably misspelled.',
    `
Any name is sent to the provider: new models, fine-tuned ones and deployments are not listed here. A name that differs from a model of
the provider in one or two letters, in the order of its parts, or by the name of the provider before it is most likely a mistake, and
every call would get a 404. Where "deployments" are set, a name is compared with their aliases.

    provider: openai
    override_params: { model: gpt-6-slo }

    provider: openai
    override_params: { model: gpt-6-sol }
`,
  ),
  'model-of-another-vendor': defineMessage(
    'warning',
    'A provider does not serve the model.',
    `
The provider serves its own models only, and this one is of another vendor: every call would get a 404.

    provider: openai
    override_params: { model: claude-opus-5-5 }

    provider: anthropic
    override_params: { model: claude-opus-5-5 }
`,
  ),
  'suspicious-time': defineMessage(
    'warning',
    'A time is probably written in another unit.',
    `
Timeouts and intervals of calls are in milliseconds, the ages of cached replies and secrets in seconds. A timeout of 30 milliseconds ends
every call, and a cache of 3,600,000 seconds stores replies for six weeks.

    request_timeout: 30                           # 30 milliseconds
    cache: { mode: simple, max_age: 3600000 }     # 42 days

    request_timeout: 30000
    cache: { mode: simple, max_age: 3600 }
`,
  ),
  'costly-config': defineMessage(
    'error',
    'A config in a request header exceeds the cost limits.',
    `
Any caller can send a config in a header, and a small config can cause much work: a regular expression is compiled for each
condition, every target gets a copy of the settings it inherits, and each check is linked. Such a config is rejected in a
request. As a saved config, a file of the project, it is accepted.

    x-gateway-config: {"strategy": {"mode": "conditional", "conditions": [ ...100 with "$regex"... ]}}     # refused

    x-gateway-config: chat
`,
  ),
  'model-of-another-kind': defineMessage(
    'warning',
    'A model is called for requests that it does not serve.',
    `
Models of embeddings make no replies, and other models make no embeddings: every such call is refused by the provider.

    strategy: { mode: fallback }
    targets:
      - { provider: "@openai", override_params: { model: gpt-6-sol } }
      - { provider: "@openai", override_params: { model: text-embedding-3-small } }     # no chats

    provider: "@openai"
    override_params: { model: text-embedding-3-small, dimensions: 256 }
`,
  ),
  'misplaced-override': defineMessage(
    'warning',
    'A setting of the target is written as an override.',
    `
Whatever is in "override_params" is sent to the provider as a parameter of the request. Settings of the gateway are beside it.

    provider: "@openai"
    override_params: { weight: 3 }      # sent to OpenAI

    provider: "@openai"
    weight: 3
`,
  ),
  'override-replaces-the-request': defineMessage(
    'warning',
    'An override replaces what clients request.',
    `
An override of the content answers every request with the same reply, and one of "stream" sends clients a form that they did not
request.

    override_params: { messages: [{ role: system, content: Be brief. }] }     # replaces the messages of the client

    input_guardrails: [{ default.addPrefix: { prefix: "Be brief. " } }]
`,
  ),
} as const satisfies Record<string, MessageEntry>
