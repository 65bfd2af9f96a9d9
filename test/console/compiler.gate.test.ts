// The screen of the compiler in a real browser, over a gateway that serves a pushed release.
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { chromiumPath, findBarriers, lookAt, runConsole } from '../support/console-page.ts'
import { ROOT } from '../support/folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe.skipIf(chromiumPath === undefined)('service: Chromium', () => {
  it('compiles while it is edited, keeps what was typed, proposes a patch, and breaks no rule of axe', async () => {
    const run = await runConsole()
    const { page, faults, close } = await run.open('compiler')
    page.setDefaultTimeout(60_000)
    await page.getByText('1 plan of 1 config').waitFor()

    // A mistake, its place, and its fix.
    await page.locator('.cm-line', { hasText: 'mode: fallback' }).click()
    await page.keyboard.press('Home')
    await page.keyboard.press('End')
    await page.keyboard.type('\ntarget: []')
    const problem = page.getByRole('button', { name: 'configs/chat.yaml:2:1', exact: true })
    await problem.waitFor()
    expect(await lookAt(page, 'compiler-problems')).toEqual([])

    // It survives leaving and a gateway that restarts.
    await page.getByRole('link', { name: 'Connect' }).click()
    await page.getByRole('heading', { level: 1, name: 'Connect' }).waitFor()
    await page.goBack()
    await problem.waitFor()
    await page.reload()
    await problem.waitFor()
    const focusedBeforeTheNextEvent = await problem.evaluate(async button => {
      button.click()
      const next = new MessageChannel()
      next.port2.postMessage('')
      await new Promise(resolve => {
        next.port1.onmessage = resolve
      })
      return button.ownerDocument.activeElement?.className
    })
    expect(focusedBeforeTheNextEvent).toBe('editor')
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await page.keyboard.press('Delete')
    await page.getByText('The compiler has found nothing to report.').waitFor()

    // The plan, the failures, and where a request goes; the address holds the view.
    await page.getByRole('tab', { name: 'Plan' }).click()
    await page.locator('.code code', { hasText: 'call @anthropic at targets[1]' }).waitFor()
    await page.getByRole('tab', { name: 'Analysis' }).click()
    await page.getByRole('heading', { name: 'Envelope' }).waitFor()
    expect(await lookAt(page, 'compiler-analysis')).toEqual([])
    await page.getByRole('tab', { name: 'Test', exact: true }).click()
    await page.locator('.problems strong', { hasText: 'config.targets[0]' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(page.url()).toContain('tab=test')

    // Only a difference is proposed.
    await page.getByRole('tab', { name: 'Patch' }).click()
    await page.locator('.code code', { hasText: '+++ b/configs/chat.yaml' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Discard all changes' }).click()
    await page.getByText('Nothing differs from an empty project.').waitFor()
    expect(faults).toEqual([])
    await close()
    await run.stop()
  })

  it('begins with the sources of the release that is live', async () => {
    const folder = temporaryFolder({
      'gateway.yaml': 'providers: { main: { provider: mock } }\n',
      'configs/served.yaml': 'provider: "@main" # as it was pushed\n',
    })
    const store = `sqlite:${folder}/store.db`
    const command = [`${ROOT}compiler/cli/main.ts`, 'push', '--store', store, '--promote']
    execFileSync(process.execPath, command, { cwd: folder, stdio: 'pipe' })
    const run = await runConsole({ manifest: { store } })
    const { page, faults, close } = await run.open('compiler?file=configs/served.yaml')
    page.setDefaultTimeout(60_000)
    await page.getByText('release 1 of').waitFor()
    await page.locator('.cm-line', { hasText: '# as it was pushed' }).waitFor()
    await page.getByText('1 plan of 1 config').waitFor()
    expect(faults).toEqual([])
    await close()
    await run.stop()
  })
})
