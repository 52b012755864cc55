import { memo, useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Notice, QuietNote } from '../ui/Notice.tsx'
import { isFound } from '../../language/readRecord.ts'
import type { Banner as BannerDefinition, Evidence } from '../../language/show.ts'
import type { PageModel } from '../console/extensions.ts'
import { panelId, useTab } from './TabsArea.tsx'
import { useReads } from './useRead.ts'

const sourceOf = ({ read }: Evidence): string => read ?? 'detail'

interface BannerProps {
  readonly model: PageModel
  readonly banner: BannerDefinition
}

/** A link to a tab. It scrolls the tabs into view and focuses the tab's panel. */
const BannerLink = ({
  link,
  model,
}: {
  readonly link: NonNullable<BannerDefinition['link']>
  readonly model: PageModel
}) => {
  const { active, linkTo } = useTab(model.show.tabs)
  const isFollowed = useRef(false)
  const isThere = active?.name === link.tab
  useEffect(() => {
    if (!isFollowed.current || !isThere) return
    isFollowed.current = false
    const panel = document.getElementById(panelId(link.tab))
    panel?.closest('.cs-tabs-area')?.scrollIntoView({ block: 'start' })
    panel?.focus({ preventScroll: true })
  })
  return (
    <Link
      {...linkTo(link.tab)}
      onClick={({ metaKey, ctrlKey, shiftKey }) => {
        isFollowed.current = !metaKey && !ctrlKey && !shiftKey
      }}
    >
      {link.label}
    </Link>
  )
}

const Banner = ({ model, banner }: BannerProps) => {
  const { definition, detail, record } = model
  const { when, tone, text, link, failure: unread } = banner
  const isPlausible = when.filter((one) => sourceOf(one) === 'detail').every((one) => isFound(one, detail))
  const names = useMemo(() => [...new Set(when.map(sourceOf))].filter((name) => name !== 'detail'), [when])
  const reads = useReads(definition, names, record, isPlausible)
  if (!isPlausible) return null
  const failed = reads.find(({ state }) => state === 'failed')
  if (failed !== undefined) {
    const reason = failed.failure?.message
    return <QuietNote text={unread ?? `Could not be checked: ${text}`} reason={reason} retry={failed.retry} />
  }
  if (reads.some(({ state }) => state === 'loading')) {
    return (
      <Notice tone="neutral" isRow>
        <span className="cs-muted">Being checked…</span>
      </Notice>
    )
  }
  const answers = new Map(reads.map(({ name, answer }) => [name, answer]))
  const isProven = when.every((one) => sourceOf(one) === 'detail' || isFound(one, answers.get(sourceOf(one))))
  if (!isProven) return null
  const isDanger = tone === 'danger'
  return (
    <Notice tone={isDanger ? 'danger' : 'neutral'} isRow role={isDanger ? 'alert' : 'note'}>
      <p className={isDanger ? 'cs-strong' : undefined}>{text}</p>
      {link !== undefined && <BannerLink link={link} model={model} />}
    </Notice>
  )
}

/**
 * What people must know before they act. A banner that depends on a further call makes it only when all its other
 * conditions are met.
 */
export const Banners = memo(({ model }: { readonly model: PageModel }) => {
  const { banners } = model.show
  return (
    <div className="cs-stack cs-banners">
      {banners.map((banner) => (
        <Banner key={banner.name} model={model} banner={banner} />
      ))}
    </div>
  )
})
