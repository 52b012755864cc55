import type { Page } from 'playwright-core'

/** Waits until the open question takes the keys that answer it: at first it takes none. */
export const untilRead = (page: Page): Promise<void> => page.locator('dialog[open]:not([data-unread])').waitFor()
