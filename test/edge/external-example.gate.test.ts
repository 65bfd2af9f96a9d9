// The commands of examples/external/README.md, in their order.
import { expect, it } from 'vitest'
import { exampleCommands, hasCurl } from '../support/example-commands.ts'

if (!hasCurl) console.warn('There is no curl: the commands of examples/external are not run.')

it.skipIf(!hasCurl)('the commands of the example work, one after the other', async () => {
  const { blocks, serve, run } = exampleCommands('external')
  const [push = '', serving = '', calls = ''] = blocks
  expect(push).toBe('cd examples/external\nportolan push --promote\n')
  run(push, {
    status: 1,
    stderr: expect.stringMatching(
      /^Nothing was pushed\. The store sqlite:.*store\.db does not have what "external" lists: the prompt "tone"\.\n$/,
    ),
  })
  expect(serving).toBe('portolan serve .\n')
  const gateway = await serve()
  await gateway.waitForOutput(/the prompt \\"tone\\"\. Calls that use it are refused\./)
  const printed = run(calls)
  expect(printed).toContain('"version":1')
  expect(printed).toContain('"content":"Hello"')
  expect(printed).toContain('changed chat@1. It is live.')
  gateway.child.kill('SIGTERM')
  await gateway.finished
})
