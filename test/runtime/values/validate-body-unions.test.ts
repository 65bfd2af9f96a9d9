// One mistake in a body of the control plane is one sentence, also where a value may be null or has several forms.
import { expect, it } from 'vitest'
import { validateBody } from '../../../runtime/values/validate-body.ts'
import { bodyValidators } from '../../../schemas/generated/control-bodies.js'
import { foldUnionErrors } from '../../../schemas/values/union-errors.ts'

const KEY = { name: 'app', scopes: ['inference'] }

it.each([
  [
    'a limit of a wrong type',
    { ...KEY, usage_limits: { type: 'cost', credit_limit: '5' } },
    /^usage_limits.credit_limit must be a number\.$/,
  ],
  ['no object', { ...KEY, usage_limits: 5 }, /^usage_limits must be an object\.$/],
  [
    'a policy of a wrong type',
    { ...KEY, rotation_policy: 'weekly' },
    /^rotation_policy must be an object\.$/,
  ],
])('%s', (_title, body, message) => {
  expect(validateBody(bodyValidators.WorkspaceServiceKeyCreate, body, foldUnionErrors)?.message).toMatch(
    message,
  )
})
