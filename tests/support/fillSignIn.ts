import type { Page } from 'playwright-core'

/** Fills in the sign-in form as a person would, and sends it. The password is that of all embedded staff. */
export async function fillSignIn(page: Page, email: string, password = 'countersign'): Promise<void> {
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
