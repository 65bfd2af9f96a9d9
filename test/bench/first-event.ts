// Time to the first event of a stream paced like a model.

import { API_KEY } from './bench-bundle.ts'

const ROUNDS = 11

/** The median in milliseconds. */
export async function firstEvent(port: number, config: string, body: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    const reply = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-gateway-config': config,
        'x-gateway-api-key': API_KEY,
      },
      body,
    })
    const reader = reply.body?.getReader()
    await reader?.read()
    times.push(performance.now() - started)
    while ((await reader?.read())?.done === false);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
}
