/** Around the current page and at both ends: what fits without a list growing with the data. */
const NEAR = 2

/**
 * Page numbers to offer, `null` where some are left out: `pageNumbers(9, 20)` → 1, null, 7, 8, 9, 10, 11, null, 20. A gap of
 * one page is that page.
 */
export function pageNumbers(page: number, pages: number): readonly (number | null)[] {
  const wanted = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= NEAR,
  )
  return wanted.flatMap((number, index) => {
    const before = wanted[index - 1] ?? number - 1
    if (number - before === 1) return [number]
    return number - before === 2 ? [number - 1, number] : [null, number]
  })
}
