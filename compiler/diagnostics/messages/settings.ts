// Settings that do nothing, stand under another name, or are not executed by this version.
import { type Entry, entry } from './entry.ts'

export const settings = {
  'setting-without-effect': entry(
    'warning',
    'A setting is accepted and does nothing.',
    `
The setting is valid, but where it stands nothing reads it. Whoever wrote it expected something to happen, so it is never
passed over in silence. Remove it, or move it to where it counts.

    strategy: { mode: fallback, default: standard }   # "default" is read in mode "conditional"
    targets:
      - { provider: "@main", weight: 2 }              # "weight" is read in mode "loadbalance"
`,
  ),
  'alias-setting': entry(
    'warning',
    'A setting stands under an alias.',
    `
The alias works and means the same. The name of the interface is the one that documentation and other tools know.

    retry: { attempts: 2, use_retry_after_header: true }

    retry: { attempts: 2, use_retry_after_headers: true }
`,
  ),
  'unsupported-setting': entry(
    'error',
    'A setting of the interface is not executed by this version.',
    `
The setting is part of the interface and well written, but this version would not do what it says. It is refused so that
nobody relies on a template or a store that is not there.

    prompt_id: welcome        # refused by this version
`,
  ),
  'costly-config': entry(
    'error',
    'A config in a request header would cost the gateway too much.',
    `
Whoever may call the gateway may send a config in a header, and a small text can mean much work: a regular expression is
compiled for each condition, every target holds a copy of what it inherits, and each check is linked. Such a config is refused when a caller
sends it. Saved with the gateway, as a file of its project, it is accepted.

    x-gateway-config: {"strategy": {"mode": "conditional", "conditions": [ ...100 with "$regex"... ]}}     # refused

    x-gateway-config: chat
`,
  ),
} as const satisfies Record<string, Entry>
