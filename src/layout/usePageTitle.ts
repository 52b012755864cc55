import { useEffect } from 'react'
import { useShell } from '../auth/ShellContext.ts'

/**
 * The title `{label} · {product}`, or the product's name alone (D-24). A label never contains a person's name or
 * number.
 */
export const pageTitle = (product: string, label?: string): string =>
  label === undefined || label === '' ? product : `${label} · ${product}`

/** The label to pass to {@link usePageTitle} if the person may not see the page. */
export const forbiddenTitle = '403'

/** Sets the document's title while the page is shown. */
export const usePageTitle = (label?: string): void => {
  const { productName } = useShell().config
  useEffect(() => {
    document.title = pageTitle(productName, label)
  }, [productName, label])
}
