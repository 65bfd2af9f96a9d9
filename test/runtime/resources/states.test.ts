// Interface, "States and transitions": the states of batches and training jobs of each provider, as those of the interface.
import { describe, expect, it } from 'vitest'
import { batchStatus } from '../../../runtime/providers/anthropic/resources/batches.ts'
import { BATCH_STATES as bedrock } from '../../../runtime/providers/bedrock/resources/batch-service.ts'
import { tuningStatus } from '../../../runtime/providers/bedrock/resources/tuning-service.ts'
import { BATCH_STATES as gemini } from '../../../runtime/providers/google/resources/batches.ts'
import { BATCH_STATES as vertex } from '../../../runtime/providers/google/vertex/resources/batch-service.ts'
import { TUNING_STATES as vertexJobs } from '../../../runtime/providers/google/vertex/resources/tuning-service.ts'
import { BATCH_STATES as mistral } from '../../../runtime/providers/mistral/batches.ts'
import { JOB_STATES as mistralJobs } from '../../../runtime/providers/mistral/training-jobs.ts'
import { BATCH_STATES as together } from '../../../runtime/providers/together/batches.ts'
import { JOB_STATES as togetherJobs } from '../../../runtime/providers/together/training-jobs.ts'
import type { BatchStatus } from '../../../runtime/resources/batch.ts'
import type { JobStatus } from '../../../runtime/resources/job.ts'

const BATCH: readonly BatchStatus[] = [
  'validating',
  'failed',
  'in_progress',
  'finalizing',
  'completed',
  'expired',
  'cancelling',
  'cancelled',
]
const JOB: readonly JobStatus[] = [
  'validating_files',
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
]

const counts = (succeeded: number, expired: number) => ({ succeeded, expired, errored: 0 })
const anthropicStates = [
  { processing_status: 'in_progress' },
  { processing_status: 'canceling', cancel_initiated_at: '2026-01-01T00:00:00Z' },
  { processing_status: 'ended', request_counts: counts(2, 0) },
  { processing_status: 'ended', request_counts: counts(0, 2) },
  { processing_status: 'ended', cancel_initiated_at: '2026-01-01T00:00:00Z' },
].map(batchStatus)

describe('Batch status: every value is reached, but for those that a provider has no time for', () => {
  it.each([
    // Documented in runtime/resources/README.md.
    ['cloud 1', [...bedrock.values()], ['finalizing']],
    ['cloud 3', [...vertex.values()], ['finalizing']],
    ['Anthropic', anthropicStates, ['validating', 'failed', 'finalizing']],
    // `cancelling` is reported only in the reply to a cancellation.
    ['Gemini', [...gemini.values()], ['finalizing', 'cancelling']],
    ['Mistral', [...mistral.values()], ['finalizing']],
    ['Together', [...together.values()], ['finalizing', 'cancelling']],
  ])('%s', (_, reached, missing) => {
    expect(BATCH.filter(state => !reached.includes(state))).toEqual(missing)
  })

  it.each([
    ['Submitted', 'validating'],
    ['Validating', 'validating'],
    ['InProgress', 'in_progress'],
    ['Completed', 'completed'],
    ['PartiallyCompleted', 'completed'],
    ['Failed', 'failed'],
    ['Stopping', 'cancelling'],
    ['Stopped', 'cancelled'],
    ['Expired', 'expired'],
  ] as const)('cloud 1: %s is %s', (word, state) => {
    expect(bedrock.get(word)).toBe(state)
  })

  it('Anthropic: what ended is completed, expired or cancelled', () => {
    expect(anthropicStates).toEqual(['in_progress', 'cancelling', 'completed', 'expired', 'cancelled'])
  })
})

const part = (validation: string, training: string) => ({
  status: 'InProgress',
  statusDetails: { validationDetails: { status: validation }, trainingDetails: { status: training } },
})
const bedrockJobs = [
  part('InProgress', 'NotStarted'),
  part('Completed', 'NotStarted'),
  part('Completed', 'InProgress'),
  { status: 'Completed' },
  { status: 'Failed' },
  { status: 'Stopping' },
].map(tuningStatus)

describe('Fine-tuning job status: every value is reached', () => {
  it('cloud 1: by the part in which a job is', () => {
    expect(bedrockJobs).toEqual(JOB)
  })

  it.each([
    [
      'cloud 3 (reading examples is told apart from the state)',
      [...vertexJobs.values()],
      ['validating_files'],
    ],
    ['Mistral', [...mistralJobs.values()], []],
    ['Together', [...togetherJobs.values()], []],
  ])('%s', (_, reached, missing) => {
    expect(JOB.filter(state => !reached.includes(state))).toEqual(missing)
  })
})
