// The client that the conformance suite starts: hands the scenario to the test that waits at TEST_DRIVER, and ends as it says.
const scenario = {
  name: process.env['MCP_CONFORMANCE_SCENARIO'],
  url: process.argv.at(-1),
  context: JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}'),
}
const reply = await fetch(process.env['TEST_DRIVER'] ?? '', {
  method: 'POST',
  body: JSON.stringify(scenario),
})
process.stderr.write(await reply.text())
process.exitCode = reply.ok ? 0 : 1
