// Cloud 1 with a bucket, for the tests of its files and batches.
import type { CallInput } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { callProvider } from './provider-harness.ts'

export const PROVIDER = {
  provider: 'bedrock',
  cloud1_access_key_id: '${env:KEY}',
  cloud1_secret_access_key: '${env:SECRET}',
  cloud1_region: 'eu-west-1',
  cloud1_s3_bucket: 'my-bucket',
  cloud1_role_arn: 'arn:aws:iam::123456789012:role/batches',
}
export const S3 = 'https://s3.eu-west-1.amazonaws.com/my-bucket'
export const JOBS = 'https://bedrock.eu-west-1.amazonaws.com'
export const ask = (
  method: string,
  path: string,
  script: readonly Step[],
  more: CallInput & { gateway?: object } = {},
) => callProvider(PROVIDER, method, path, script, more)

export const INPUT = 'gateway-files/1-a/batch/in.jsonl'
export const idOf = (key: string): string => encodeURIComponent(`s3://my-bucket/${key}`)
