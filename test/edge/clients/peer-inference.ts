// Methods of portkey-ai 3.1.0 that call a provider, by their names in the package. Each sends the same through the gateway as
// to the provider itself, and resolves to the same.
import { File } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'

// biome-ignore lint/suspicious/noExplicitAny: the types of the package leave out some of its own methods.
export type AnyPortkey = any

type Call = (portkey: AnyPortkey) => unknown

const MODEL = 'gpt-4.1-mini'
const messages = [{ role: 'user', content: 'Hello' }]
const chat = { model: MODEL, messages }
const response = { model: MODEL, input: 'Hello' }
const tool = {
  type: 'function',
  function: {
    name: 'add',
    description: 'Adds.',
    parameters: { type: 'object', properties: {} },
    parse: JSON.parse,
    function: () => '3',
  },
}

const file = (): File => new File(['{"a":1}'], 'a.jsonl', { type: 'application/jsonl' })
const image = (): File => new File([Buffer.from('89504e470d0a1a0a', 'hex')], 'a.png', { type: 'image/png' })
const audio = (): File => new File([Buffer.from('RIFF')], 'a.wav', { type: 'audio/wav' })
const inThread = { thread_id: 'thread_1' }
const inStore = { vector_store_id: 'vs_1' }
const assistant = { assistant_id: 'asst_1' }
const outputs = { ...inThread, tool_outputs: [{ tool_call_id: 'call_1', output: '3' }] }
const session = { session: { type: 'realtime', model: 'gpt-realtime' } }
const evaluation = {
  name: 'eval',
  data_source_config: { type: 'custom', item_schema: {} },
  testing_criteria: [],
}

const soon = { pollIntervalMs: 1 }

export const INFERENCE: Readonly<Record<string, Call>> = {
  'completions.create': p => p.completions.create({ model: 'gpt-3.5-turbo-instruct', prompt: 'Hello' }),
  'chat.completions.create': p => p.chat.completions.create({ ...chat, stream: false }),
  'chat.completions.retrieve': p => p.chat.completions.retrieve('chatcmpl_1'),
  'chat.completions.update': p => p.chat.completions.update('chatcmpl_1', { metadata: { a: 'b' } }),
  'chat.completions.list': p => p.chat.completions.list({ limit: 2 }),
  'chat.completions.delete': p => p.chat.completions.delete('chatcmpl_1'),
  'chat.completions.parse': p => p.chat.completions.parse(chat),
  // The gateway requests the usage where the client does not.
  'chat.completions.stream': p =>
    p.chat.completions.stream({ ...chat, stream_options: { include_usage: true } }),
  'chat.completions.runTools': p => p.chat.completions.runTools({ ...chat, tools: [tool] }),
  'chat.completions.messages.list': p => p.chat.completions.messages.list('chatcmpl_1', { limit: 2 }),
  'embeddings.create': p =>
    p.embeddings.create({ model: 'text-embedding-3-small', input: 'Hello', encoding_format: 'float' }),
  'files.create': p => p.files.create({ file: file(), purpose: 'batch' }),
  'files.list': p => p.files.list({ limit: 2 }),
  'files.retrieve': p => p.files.retrieve('file-1'),
  'files.delete': p => p.files.delete('file-1'),
  'files.content': p => p.files.content('file-1'),
  'files.retrieveContent': p => p.files.retrieveContent('file-1'),
  'files.waitForProcessing': p => p.files.waitForProcessing('file-1', { pollInterval: 1, maxWait: 1000 }),
  'images.generate': p => p.images.generate({ model: 'gpt-image-2', prompt: 'a fox' }),
  'images.edit': p => p.images.edit({ model: 'gpt-image-2', image: image(), prompt: 'a fox' }),
  'images.createVariation': p => p.images.createVariation({ model: 'dall-e-2', image: image() }),
  'models.delete': p => p.models.delete('ft:gpt-5.6-luna:org::1'),
  'batches.create': p =>
    p.batches.create({
      input_file_id: 'file-1',
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    }),
  'batches.retrieve': p => p.batches.retrieve('batch_1'),
  'batches.list': p => p.batches.list({ limit: 2 }),
  'batches.cancel': p => p.batches.cancel('batch_1'),
  'fineTuning.jobs.create': p => p.fineTuning.jobs.create({ model: MODEL, training_file: 'file-1' }),
  'fineTuning.jobs.retrieve': p => p.fineTuning.jobs.retrieve('ftjob-1'),
  'fineTuning.jobs.list': p => p.fineTuning.jobs.list({ limit: 2 }),
  'fineTuning.jobs.cancel': p => p.fineTuning.jobs.cancel('ftjob-1'),
  'fineTuning.jobs.listEvents': p => p.fineTuning.jobs.listEvents('ftjob-1', { limit: 2 }),
  'fineTuning.jobs.checkpoints.list': p => p.fineTuning.jobs.checkpoints.list('ftjob-1', { limit: 2 }),
  'fineTuning.checkpoints.permissions.create': p =>
    p.fineTuning.checkpoints.permissions.create('ftckpt_1', { project_ids: ['proj_1'] }),
  'fineTuning.checkpoints.permissions.retrieve': p =>
    p.fineTuning.checkpoints.permissions.retrieve('ftckpt_1', { limit: 2 }),
  'fineTuning.checkpoints.permissions.delete': p =>
    p.fineTuning.checkpoints.permissions.delete('cp_1', { fine_tuned_model_checkpoint: 'ftckpt_1' }),
  'fineTuning.alpha.grader.run': p =>
    p.fineTuning.alpha.grader.run({ grader: { type: 'string_check' }, model_sample: 'a' }),
  'fineTuning.alpha.grader.validate': p =>
    p.fineTuning.alpha.grader.validate({ grader: { type: 'string_check' } }),
  'vectorStores.create': p => p.vectorStores.create({ name: 'store' }),
  'vectorStores.retrieve': p => p.vectorStores.retrieve('vs_1'),
  'vectorStores.update': p => p.vectorStores.update('vs_1', { name: 'shop' }),
  'vectorStores.list': p => p.vectorStores.list({ limit: 2 }),
  'vectorStores.delete': p => p.vectorStores.delete('vs_1'),
  'vectorStores.files.create': p => p.vectorStores.files.create('vs_1', { file_id: 'file-1' }),
  'vectorStores.files.retrieve': p => p.vectorStores.files.retrieve('file-1', inStore),
  'vectorStores.files.list': p => p.vectorStores.files.list('vs_1', { limit: 2 }),
  'vectorStores.files.delete': p => p.vectorStores.files.delete('file-1', inStore),
  'vectorStores.files.createAndPoll': p =>
    p.vectorStores.files.createAndPoll('vs_1', { file_id: 'file-1' }, undefined, soon),
  'vectorStores.files.poll': p => p.vectorStores.files.poll('vs_1', 'file-1', undefined, soon),
  'vectorStores.files.upload': p => p.vectorStores.files.upload('vs_1', file()),
  'vectorStores.files.uploadAndPoll': p =>
    p.vectorStores.files.uploadAndPoll('vs_1', file(), undefined, soon),
  'vectorStores.fileBatches.create': p => p.vectorStores.fileBatches.create('vs_1', { file_ids: ['file-1'] }),
  'vectorStores.fileBatches.retrieve': p => p.vectorStores.fileBatches.retrieve('vsfb_1', inStore),
  'vectorStores.fileBatches.cancel': p => p.vectorStores.fileBatches.cancel('vsfb_1', inStore),
  'vectorStores.fileBatches.createAndPoll': p =>
    p.vectorStores.fileBatches.createAndPoll('vs_1', { file_ids: ['file-1'] }, undefined, soon),
  'vectorStores.fileBatches.listFiles': p => p.vectorStores.fileBatches.listFiles('vsfb_1', inStore),
  'vectorStores.fileBatches.poll': p => p.vectorStores.fileBatches.poll('vs_1', 'vsfb_1', undefined, soon),
  'vectorStores.fileBatches.uploadAndPoll': p =>
    p.vectorStores.fileBatches.uploadAndPoll('vs_1', { files: [file()] }, undefined, soon),
  'moderations.create': p => p.moderations.create({ input: 'Hello', model: 'omni-moderation-latest' }),
  'audio.transcriptions.create': p => p.audio.transcriptions.create({ file: audio(), model: 'whisper-1' }),
  'audio.translations.create': p => p.audio.translations.create({ file: audio(), model: 'whisper-1' }),
  'audio.speech.create': p => p.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'Hello' }),
  'uploads.create': p =>
    p.uploads.create({ bytes: 3, filename: 'a.jsonl', mime_type: 'text/jsonl', purpose: 'batch' }),
  'uploads.cancel': p => p.uploads.cancel('upload_1'),
  'uploads.complete': p => p.uploads.complete('upload_1', { part_ids: ['part_1'] }),
  'uploads.parts.create': p => p.uploads.parts.create('upload_1', { data: file() }),
  'responses.create': p => p.responses.create(response),
  'responses.retrieve': p => p.responses.retrieve('resp_1'),
  'responses.delete': p => p.responses.delete('resp_1'),
  'responses.parse': p => p.responses.parse(response),
  'responses.stream': p => p.responses.stream(response),
  'responses.cancel': p => p.responses.cancel('resp_1'),
  'responses.inputItems.list': p => p.responses.inputItems.list('resp_1', { limit: 2 }),
  'responses.inputTokens.count': p => p.responses.inputTokens.count(response),
  'evals.create': p => p.evals.create(evaluation),
  'evals.retrieve': p => p.evals.retrieve('eval_1'),
  'evals.update': p => p.evals.update('eval_1', { name: 'other' }),
  'evals.list': p => p.evals.list({ limit: 2 }),
  'evals.delete': p => p.evals.delete('eval_1'),
  'evals.runs.create': p => p.evals.runs.create('eval_1', { data_source: { type: 'jsonl' } }),
  'evals.runs.retrieve': p => p.evals.runs.retrieve('evalrun_1', { eval_id: 'eval_1' }),
  'evals.runs.list': p => p.evals.runs.list('eval_1', { limit: 2 }),
  'evals.runs.delete': p => p.evals.runs.delete('evalrun_1', { eval_id: 'eval_1' }),
  'evals.runs.cancel': p => p.evals.runs.cancel('evalrun_1', { eval_id: 'eval_1' }),
  'evals.runs.outputItems.retrieve': p =>
    p.evals.runs.outputItems.retrieve('item_1', { eval_id: 'eval_1', run_id: 'evalrun_1' }),
  'evals.runs.outputItems.list': p => p.evals.runs.outputItems.list('evalrun_1', { eval_id: 'eval_1' }),
  'containers.create': p => p.containers.create({ name: 'box' }),
  'containers.retrieve': p => p.containers.retrieve('cntr_1'),
  'containers.list': p => p.containers.list({ limit: 2 }),
  'containers.delete': p => p.containers.delete('cntr_1'),
  'containers.files.create': p => p.containers.files.create('cntr_1', { file: file() }),
  'containers.files.retrieve': p => p.containers.files.retrieve('cfile_1', { container_id: 'cntr_1' }),
  'containers.files.list': p => p.containers.files.list('cntr_1', { limit: 2 }),
  'containers.files.delete': p => p.containers.files.delete('cfile_1', { container_id: 'cntr_1' }),
  'containers.files.content.retrieve': p =>
    p.containers.files.content.retrieve('cfile_1', { container_id: 'cntr_1' }),
  'realtime.clientSecrets.create': p => p.realtime.clientSecrets.create(session),
  'realtime.calls.accept': p => p.realtime.calls.accept('rtc_1', session.session),
  'realtime.calls.hangup': p => p.realtime.calls.hangup('rtc_1'),
  'realtime.calls.refer': p => p.realtime.calls.refer('rtc_1', { target_uri: 'tel:+1' }),
  'realtime.calls.reject': p => p.realtime.calls.reject('rtc_1'),
  'conversations.create': p => p.conversations.create({}),
  'conversations.retrieve': p => p.conversations.retrieve('conv_1'),
  'conversations.update': p => p.conversations.update('conv_1', { metadata: {} }),
  'conversations.delete': p => p.conversations.delete('conv_1'),
  'conversations.items.create': p => p.conversations.items.create('conv_1', { items: [] }),
  'conversations.items.retrieve': p => p.conversations.items.retrieve('msg_1', { conversation_id: 'conv_1' }),
  'conversations.items.list': p => p.conversations.items.list('conv_1', { limit: 2 }),
  'conversations.items.delete': p => p.conversations.items.delete('msg_1', { conversation_id: 'conv_1' }),
  'videos.create': p => p.videos.create({ model: 'sora-2', prompt: 'a fox' }),
  'videos.retrieve': p => p.videos.retrieve('video_1'),
  'videos.list': p => p.videos.list({ limit: 2 }),
  'videos.delete': p => p.videos.delete('video_1'),
  'videos.downloadContent': p => p.videos.downloadContent('video_1'),
  'videos.remix': p => p.videos.remix('video_1', { prompt: 'two foxes' }),
  'beta.assistants.create': p => p.beta.assistants.create({ model: MODEL }),
  'beta.assistants.list': p => p.beta.assistants.list({ limit: 2 }),
  'beta.assistants.retrieve': p => p.beta.assistants.retrieve('asst_1'),
  'beta.assistants.update': p => p.beta.assistants.update('asst_1', { name: 'a' }),
  'beta.assistants.delete': p => p.beta.assistants.delete('asst_1'),
  'beta.threads.create': p => p.beta.threads.create({}),
  'beta.threads.retrieve': p => p.beta.threads.retrieve('thread_1'),
  'beta.threads.update': p => p.beta.threads.update('thread_1', { metadata: {} }),
  'beta.threads.delete': p => p.beta.threads.delete('thread_1'),
  'beta.threads.createAndRun': p => p.beta.threads.createAndRun({ ...assistant, stream: false }),
  'beta.threads.createAndRunPoll': p => p.beta.threads.createAndRunPoll(assistant, undefined, soon),
  'beta.threads.createAndRunStream': p => p.beta.threads.createAndRunStream(assistant),
  'beta.threads.messages.create': p =>
    p.beta.threads.messages.create('thread_1', { role: 'user', content: 'Hello' }),
  'beta.threads.messages.list': p => p.beta.threads.messages.list('thread_1', { limit: 2 }),
  'beta.threads.messages.retrieve': p => p.beta.threads.messages.retrieve('msg_1', inThread),
  'beta.threads.messages.update': p => p.beta.threads.messages.update('msg_1', { ...inThread, metadata: {} }),
  'beta.threads.messages.delete': p => p.beta.threads.messages.delete('msg_1', inThread),
  'beta.threads.runs.create': p => p.beta.threads.runs.create('thread_1', { ...assistant, stream: false }),
  'beta.threads.runs.list': p => p.beta.threads.runs.list('thread_1', { limit: 2 }),
  'beta.threads.runs.retrieve': p => p.beta.threads.runs.retrieve('run_1', inThread),
  'beta.threads.runs.update': p => p.beta.threads.runs.update('run_1', { ...inThread, metadata: {} }),
  'beta.threads.runs.submitToolOutputs': p => p.beta.threads.runs.submitToolOutputs('run_1', outputs),
  'beta.threads.runs.submitToolOutputsAndPoll': p =>
    p.beta.threads.runs.submitToolOutputsAndPoll('run_1', outputs, undefined, soon),
  'beta.threads.runs.submitToolOutputsStream': p =>
    p.beta.threads.runs.submitToolOutputsStream('run_1', outputs),
  'beta.threads.runs.cancel': p => p.beta.threads.runs.cancel('run_1', inThread),
  'beta.threads.runs.createAndPoll': p =>
    p.beta.threads.runs.createAndPoll('thread_1', assistant, undefined, soon),
  'beta.threads.runs.createAndStream': p => p.beta.threads.runs.createAndStream('thread_1', assistant),
  'beta.threads.runs.poll': p => p.beta.threads.runs.poll('run_1', inThread, undefined, soon),
  'beta.threads.runs.stream': p => p.beta.threads.runs.stream('thread_1', assistant),
  'beta.threads.runs.steps.list': p => p.beta.threads.runs.steps.list('run_1', { ...inThread, limit: 2 }),
  'beta.threads.runs.steps.retrieve': p =>
    p.beta.threads.runs.steps.retrieve('step_1', { ...inThread, run_id: 'run_1' }),
  'beta.realtime.sessions.create': p => p.beta.realtime.sessions.create({ model: 'gpt-realtime' }),
  'beta.realtime.transcriptionSessions.create': p => p.beta.realtime.transcriptionSessions.create({}),
  'beta.chatkit.threads.list': p => p.beta.chatkit.threads.list({ limit: 2 }),
  'beta.chatkit.threads.listItems': p => p.beta.chatkit.threads.listItems('cthr_1', { limit: 2 }),
  post: p => p.post('/moderations', { input: 'Hello' }),
  get: p => p.get('/files'),
  put: p => p.put('/other/thing', { a: 1 }),
  delete: p => p.delete('/files/file-1'),
}

/** The package throws a TypeError by itself once it has sent these: it reads the headers of a promise (`apis/chatkit.ts` of 3.1.0). */
export const THROWN_BY_PACKAGE: Readonly<Record<string, readonly [request: string, Call]>> = {
  'beta.chatkit.sessions.create': [
    'POST /v1/chatkit/sessions',
    p => p.beta.chatkit.sessions.create({ user: 'ann', workflow: { id: 'wf_1' } }),
  ],
  'beta.chatkit.sessions.cancel': [
    'POST /v1/chatkit/sessions/cksess_1/cancel',
    p => p.beta.chatkit.sessions.cancel('cksess_1'),
  ],
  'beta.chatkit.threads.retrieve': [
    'GET /v1/chatkit/threads/cthr_1',
    p => p.beta.chatkit.threads.retrieve('cthr_1'),
  ],
  'beta.chatkit.threads.delete': [
    'DELETE /v1/chatkit/threads/cthr_1',
    p => p.beta.chatkit.threads.delete('cthr_1'),
  ],
}

const events = (list: readonly (readonly [name: string | undefined, data: object | string])[]): string =>
  list
    .map(([name, data]) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data)
      return `${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`
    })
    .join('')

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const responseReply = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: MODEL,
  output: [
    {
      type: 'message',
      id: 'msg_1',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
    },
  ],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
}
const chatReply = {
  id: 'chatcmpl_1',
  object: 'chat.completion',
  created: 1,
  model: MODEL,
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hi' } }],
  usage,
}
const chunk = (delta: object, finish_reason: string | null = null): object => ({
  id: 'chatcmpl_1',
  object: 'chat.completion.chunk',
  created: 1,
  model: MODEL,
  choices: [{ index: 0, delta, finish_reason }],
})

/** Any other object: it is whatever the method wants, in its final state, and tells the request. */
const anyReply = (heard: string): object => ({
  id: 'any_1',
  object: 'list',
  status: heard.startsWith('GET /v1/files/') ? 'processed' : 'completed',
  thread_id: 'thread_1',
  file_counts: { completed: 1 },
  data: [{ id: 'any_2', b64_json: 'AA==', embedding: [0.5], index: 0 }],
  results: [{ flagged: false }],
  text: 'Hi',
  has_more: false,
  output_file_id: 'file-1',
  heard,
})

/** What the provider replies to every path. */
export function answerAny(request: IncomingMessage, reply: ServerResponse, body: Buffer): void {
  const [path = ''] = (request.url ?? '').split('?')
  const heard = `${request.method} ${path}`
  const isStream = /"stream":\s*true/.test(body.toString('latin1'))
  const write = (type: string, text: string | Buffer): void => {
    reply.writeHead(200, { 'content-type': type })
    reply.end(text)
  }
  const stream = (...list: Parameters<typeof events>[0]): void => write('text/event-stream', events(list))
  if (path.endsWith('/content') || path.endsWith('/speech'))
    return write('application/octet-stream', Buffer.from('bytes'))
  if (isStream && path.endsWith('/chat/completions'))
    return stream(
      [undefined, chunk({ role: 'assistant', content: 'Hi' })],
      [undefined, chunk({}, 'stop')],
      [undefined, '[DONE]'],
    )
  if (isStream && path.endsWith('/responses'))
    return stream(
      [
        'response.created',
        {
          type: 'response.created',
          sequence_number: 0,
          response: { ...responseReply, status: 'in_progress', output: [] },
        },
      ],
      ['response.completed', { type: 'response.completed', sequence_number: 1, response: responseReply }],
    )
  if (isStream)
    return stream(
      ['thread.run.completed', { id: 'run_1', object: 'thread.run', status: 'completed' }],
      ['done', '[DONE]'],
    )
  const value =
    heard === 'POST /v1/chat/completions'
      ? chatReply
      : heard === 'POST /v1/responses'
        ? responseReply
        : heard === 'POST /v1/completions'
          ? {
              ...chatReply,
              object: 'text_completion',
              choices: [{ index: 0, text: 'Hi', finish_reason: 'stop' }],
            }
          : anyReply(heard)
  write('application/json', JSON.stringify(value))
}
