// Generated from schemas/*.schema.json by schemas/generate.ts. Do not edit.

import type { CheckId } from './checks.ts'
import type { Validator } from './validators.ts'

/** The validators of checks' parameters. */
export declare const checkValidators: { readonly [Id in CheckId]: Validator }
