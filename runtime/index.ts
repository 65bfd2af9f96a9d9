// The public API of the runtime, for embedding: the gateway as a function of its ports, the runtime on a real machine,
// and the test harness of custom checks.
export { createGateway, type GatewayCore } from './gateway.ts'
export { type Trial, tryCheck } from './guardrails/own/try-check.ts'
export type { Parts } from './link/parts.ts'
export type { Ports } from './ports.ts'
export { type Runtime, type StartOptions, startRuntime } from './start.ts'
