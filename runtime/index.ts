// The public API of the runtime, for embedding: the gateway as a function of its ports, the runtime on a real machine,
// and the test harness of custom checks.
export { createGateway, type Gateway } from './gateway/gateway.ts'
export { type CheckTest, testCheck } from './guardrails/custom/test-check.ts'
export type { LinkContext } from './link/link-context.ts'
export { type Runtime, type StartOptions, startRuntime } from './start-runtime.ts'
export type { Ports } from './values/ports.ts'
