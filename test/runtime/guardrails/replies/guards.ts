// The ways in which a guard protects a client from a secret in a reply.
export const GUARDS = {
  denied: { deny: true, secrets: {} },
  'denied by the whole': { deny: true, stream: 'hold', secrets: {} },
  masked: { secrets: { redact: true } },
  'masked in the whole': { stream: 'hold', secrets: { redact: true } },
} as const
