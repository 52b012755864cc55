import { useEffect, useState } from 'react'
import type { Destination } from '../data/recentRecords.ts'
import { lazyText } from '../ui/lazyComponent.tsx'
import { useKeys } from '../ui/useKeys.ts'

/** A separate chunk, so that the first rows do not wait for it. */
const KeyDialogs = lazyText(
  async () => (await import('./KeyDialogs.tsx')).KeyDialogs,
  () => null,
)

/** It loads this long after the page, in ms, unless a key asks for it before: the first rows usually come before. */
const SOON_MS = 500

/** The keys of every page, from its beginning. */
export const PageKeys = ({ menu }: { readonly menu: readonly Destination[] }) => {
  const [opened, open] = useState<'keys' | 'palette'>()
  const [isSoon, setSoon] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSoon(true), SOON_MS)
    return () => clearTimeout(timer)
  }, [])
  useKeys({
    'ctrl+k': { label: 'Go to a record, a screen or an action', run: () => open('palette') },
    '?': { label: 'Keys of this page', run: () => open('keys') },
  })
  return isSoon || opened !== undefined ? (
    <KeyDialogs opened={opened} menu={menu} onClose={() => open(undefined)} />
  ) : null
}
