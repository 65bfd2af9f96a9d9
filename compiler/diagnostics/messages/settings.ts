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
    'An override is outside the limits of the interface.',
    `
Every request gets the override, so a value that the provider rejects fails every call. A model may allow more than the
interface names; if it does, lower the severity of this code in the project.

    override_params: { temperature: 3 }     # from 0 to 2

    override_params: { temperature: 1.2 }
`,
  ),
  'misspelled-parameter': defineMessage(
    'warning',
    'The name of a request parameter is probably misspelled.',
    `
"override_params" accepts any name, since providers have parameters of their own. A name that differs from a known parameter in one or
two letters is most likely a mistake: the provider ignores or rejects it. The same holds for lists of parameters in checks.

    override_params: { max_token: 500 }

    override_params: { max_tokens: 500 }
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
} as const satisfies Record<string, MessageEntry>
