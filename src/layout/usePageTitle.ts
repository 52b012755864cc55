import { useEffect } from 'react'
import { useShell } from '../auth/ShellContext.ts'

/** `{label} · {product}`, or the product's name alone (D-24). Labels never hold a person's name or number. */
export const pageTitle = (product: string, label?: string): string =>
  label === undefined || label === '' ? product : `${label} · ${product}`

/** What the title of a page says to those who may not see it: what {@link usePageTitle} is given instead of its label. */
export const forbiddenTitle = '403'

/** Sets the title of the document while the page is shown. */
export const usePageTitle = (label?: string): void => {
  const { productName } = useShell().config
  useEffect(() => {
    document.title = pageTitle(productName, label)
  }, [productName, label])
}
