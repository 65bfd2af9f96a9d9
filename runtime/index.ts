// The public API of the runtime, for embedding: the gateway as a function of its ports, the runtime on a real machine,
// and the test harness of custom checks.
export { callFeatures } from './gateway/call-features.ts'
export { createGateway } from './gateway/gateway.ts'
export type { GatewayParts } from './gateway/gateway-parts.ts'
export type { Gateway } from './gateway/request.ts'
export { type CheckTest, testCheck } from './guardrails/custom/test-check.ts'
export { type Runtime, type StartOptions, startRuntime } from './process/start-runtime.ts'
export type { Ports } from './values/ports.ts'
