// All diagnostics of the compiler: code, default severity, title and explanation. Codes are stable: users search for
// them, CI filters by them, and `portolan explain CODE` prints their pages.

import { agentMessages } from './messages/agents.ts'
import { cachingAndCircuitMessages } from './messages/caching-and-circuits.ts'
import { comparisonMessages } from './messages/comparison.ts'
import { configTestMessages } from './messages/config-tests.ts'
import { guardMessages } from './messages/guards.ts'
import { headerMessages } from './messages/headers.ts'
import { hostMessages } from './messages/hosts.ts'
import { importingMessages } from './messages/importing.ts'
import { jsonSyntaxMessages } from './messages/json-syntax.ts'
import { manifestMessages } from './messages/manifest.ts'
import { mcpMessages } from './messages/mcp.ts'
import type { MessageEntry } from './messages/message-entry.ts'
import { policyMessages } from './messages/policies.ts'
import { projectMessages } from './messages/project.ts'
import { promptMessages } from './messages/prompts.ts'
import { providerMessages } from './messages/providers.ts'
import { queryMessages } from './messages/queries.ts'
import { routingMessages } from './messages/routing.ts'
import { secretMessages } from './messages/secrets.ts'
import { settingMessages } from './messages/settings.ts'
import { structureMessages } from './messages/structure.ts'
import { typescriptMessages } from './messages/typescript.ts'
import { yamlMessages } from './messages/yaml.ts'

/** Of the readers (compiler/read). */
const readingMessages = {
  ...jsonSyntaxMessages,
  ...yamlMessages,
  ...typescriptMessages,
} as const satisfies Record<string, MessageEntry>

/** Of the validation phase (compiler/validate). */
const checkingMessages = {
  ...structureMessages,
  ...providerMessages,
  ...secretMessages,
  ...hostMessages,
  ...headerMessages,
  ...routingMessages,
  ...queryMessages,
  ...settingMessages,
  ...guardMessages,
  ...cachingAndCircuitMessages,
  ...manifestMessages,
  ...policyMessages,
  ...agentMessages,
  ...mcpMessages,
  ...promptMessages,
} as const satisfies Record<string, MessageEntry>

export const diagnosticMessages = {
  ...projectMessages,
  ...readingMessages,
  ...checkingMessages,
  ...configTestMessages,
  ...comparisonMessages,
  ...importingMessages,
} as const satisfies Record<string, MessageEntry>

export type DiagnosticCode = keyof typeof diagnosticMessages
