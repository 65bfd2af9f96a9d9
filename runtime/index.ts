// The public surface of the runtime for those who embed it: the gateway as a function of values, and the whole of it
// on a real machine; and for those who test checks of their own.
export { createGateway, type GatewayCore } from './gateway.ts'
export { type Trial, tryCheck } from './guardrails/own/try-check.ts'
export type { Parts } from './link/parts.ts'
export type { Ports } from './ports.ts'
export { type Runtime, type StartOptions, startRuntime } from './start.ts'
