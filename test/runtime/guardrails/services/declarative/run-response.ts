// A check of a service whose response is read as a mapping says.
import type {
  FlagMapping,
  ResponseMapping,
} from '../../../../../runtime/guardrails/services/declarative/definition.ts'
import { runDefinition } from './run-definition.ts'

export const run = async (reading: Partial<ResponseMapping>, json: unknown, parameters: object = {}) => {
  const description = { response: { flags: [], ...reading }, body: { l: '{{texts}}' } }
  return (await runDefinition(description, { texts: ['A', 'B'] }, [{ json }], parameters)).result
}
export const flag = (more: Partial<FlagMapping>): FlagMapping => ({
  each: 'flagged',
  failsWhen: { is: [true] },
  message: 'Something was found',
  ...more,
})
export const NO_VERDICT = 'The service returned an invalid verdict.'
