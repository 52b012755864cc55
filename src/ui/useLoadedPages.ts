import { useState, type ComponentProps } from 'react'
import type { Pager } from './Pager.tsx'

interface Loaded<Page> {
  readonly pages: readonly Page[]
  /** Loads the next page, if there is one. */
  readonly more: (() => void) | undefined
}

/** One page of a list that is read forwards only, with its pager; none for a list of one page. */
export function useLoadedPages<Page>({ pages, more }: Loaded<Page>) {
  const [wanted, setWanted] = useState(1)
  const page = Math.min(wanted, pages.length)
  const isWhole = more === undefined
  const pager: ComponentProps<typeof Pager> = {
    page,
    pages: isWhole ? pages.length : undefined,
    hasNext: !isWhole || page < pages.length,
    onPage: (next) => {
      setWanted(next)
      if (next > pages.length) more?.()
    },
  }
  return { shown: pages[page - 1], pager: isWhole && pages.length <= 1 ? undefined : pager }
}
