// Generated from schemas/*.schema.json by schemas/generate.ts. Do not edit.

import type { Validator } from './validators.ts'

export declare const batch: Validator
export declare const completion: Validator
export declare const fineTuningJob: Validator
export declare const run: Validator
