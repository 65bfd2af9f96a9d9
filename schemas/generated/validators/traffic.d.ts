// Generated from schemas/*.schema.json by schemas/generate.ts. Do not edit.

import type { Validator } from '../validators.ts'

export declare const traffic: Validator
