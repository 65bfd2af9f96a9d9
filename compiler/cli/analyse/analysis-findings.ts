// What check finds by each analysis or about what it shows, by code: the findings that `portolan analyse` prints in their formats.
import type { DiagnosticCode } from '../../diagnostics/messages.ts'

/** By the names that `--only` takes. */
export const ANALYSIS_FINDINGS: Readonly<Record<string, readonly DiagnosticCode[]>> = {
  failures: [
    'breaker-leaves-out-codes',
    'breaker-never-opens',
    'fallback-leaves-out-failures',
    'never-falls-back',
    'retried-without-fallback',
    'retries-network-failures-only',
    'suspicious-status',
  ],
  envelope: [
    'all-weights-zero',
    'budget-exceeded',
    'budget-not-decided',
    'cache-never-hits',
    'cache-skews-weights',
    'costly-config',
  ],
  reachability: [
    'contradictory-condition',
    'duplicate-condition',
    'guardrail-always-denies',
    'missing-key-never-matches',
    'never-falls-back',
    'reachability-not-decided',
    'unreachable-condition',
    'unrouted-target',
  ],
  capabilities: ['effort-not-decided', 'fallback-loses-effort', 'override-is-lost', 'override-is-rejected'],
  flows: [
    'credential-may-not-go-there',
    'flow-names-nothing',
    'flow-never-met',
    'flow-not-allowed',
    'flow-not-decided',
    'key-without-config',
  ],
}
