// The contract shared by batch and training services over object storage.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { Failure } from '../../values/failures.ts'
import type { OperationContext, StepRequest, StepResponse } from '../../values/resource-operation.ts'
import type { OpenObjectStore } from './object-store.ts'

export interface JobService {
  readonly openStore: OpenObjectStore
  readonly get: (id: string, context: OperationContext) => StepRequest | Failure
  readonly cancel: (id: string, context: OperationContext) => StepRequest | Failure
  readonly list: (token: string | undefined, size: number, context: OperationContext) => StepRequest | Failure
  readonly parseList: (answer: StepResponse) => {
    readonly jobs: readonly JsonObject[]
    readonly next: string | undefined
  }
}
