// node --test: runs the check as a gateway would.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testCheck } from 'portolan/runtime'
import tone from './tone.ts'

const cases = [
  { parameters: {}, texts: ['Hello.'], passed: true },
  { parameters: {}, texts: ['Hello!'], passed: false },
  { parameters: { most: 1 }, texts: ['Hello!'], passed: true },
  { parameters: { most: 1 }, texts: ['Hello!', 'You!'], passed: false },
  { parameters: { words: ['ASAP'] }, texts: ['Answer asap.'], passed: false },
  { parameters: { words: ['as'] }, texts: ['Answer asap.'], passed: true },
  { parameters: {}, texts: [], passed: true },
]

for (const { parameters, texts, passed } of cases)
  test(`${JSON.stringify(parameters)} on ${JSON.stringify(texts)}`, async () => {
    const finding = await testCheck(tone, { parameters, texts })
    assert.equal(finding.passed, passed)
  })

test('the reason does not quote the text', async () => {
  const { reason } = await testCheck(tone, { parameters: { words: ['secret'] }, texts: ['A secret!'] })
  assert.ok(!reason.includes('secret'))
})

test('rejects parameters that violate its schema', async () => {
  await assert.rejects(testCheck(tone, { parameters: { most: -1 } }), /"minimum" at \/most/)
})
