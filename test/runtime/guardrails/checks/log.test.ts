// default.log
import { describe, expect, it } from 'vitest'
import { evaluateWith } from './evaluate-with.ts'
import { type Answer, answering } from './scripted-service.ts'

describe('default.log', () => {
  const logged = async (answer: Answer, parameters: object = {}) => {
    const { ports, requests } = answering([answer])
    const subject = { side: 'reply', request: { a: 1 }, reply: { b: 2 }, texts: ['B'] } as const
    const finding = await evaluateWith(
      'default.log',
      { logURL: 'https://log.example/', ...parameters },
      subject,
      ports,
    )
    return { finding, requests }
  }

  it('sends request and reply, and passes whatever the log responds', async () => {
    const { finding, requests } = await logged({ text: 'stored' })
    expect(finding).toEqual({ passed: true, reason: 'Sent to the log.' })
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: 'https://log.example/',
        headers: [],
        body: { eventType: 'afterRequestHook', request: { json: { a: 1 } }, response: { json: { b: 2 } } },
      },
    ])
  })

  it('fails with not, once it was sent', async () => {
    const { finding, requests } = await logged({ text: 'stored' }, { not: true })
    expect(finding).toEqual({ passed: false, reason: 'Sent to the log; "not" forbids this.' })
    expect(requests.length).toBe(1)
    expect((await logged({ status: 500 }, { not: true })).finding).toMatchObject({ error: true })
  })

  it('has an error when the log rejects it', async () => {
    expect((await logged({ status: 500 })).finding).toMatchObject({
      error: true,
      reason: 'The log responded with status 500.',
    })
  })
})
