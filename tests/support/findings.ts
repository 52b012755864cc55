import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * Asks axe about the page as it is now. It is asked within the page: the tab of its own that it would open otherwise
 * takes the page's place in front.
 */
async function violationsOf(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return violations.map(({ id, impact, nodes }) => ({ impact, text: `${id}: ${nodes[0]?.html ?? ''}` }))
}

/** Everything that axe finds, each with the first element it was found at. */
export const findings = async (page: Page): Promise<readonly string[]> =>
  (await violationsOf(page)).map(({ text }) => text)

/** What axe finds serious or critical, each with the first element it was found at. */
export const seriousFindings = async (page: Page): Promise<readonly string[]> =>
  (await violationsOf(page))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ text }) => text)
